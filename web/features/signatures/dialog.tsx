import { Download } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { isOpen, signatures } from '#contract/signatures/signatures.ts'
import type { Task } from '#contract/tasks.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { useRequestOf } from './hooks.ts'
import { SignDocument } from './parts/sign-document.tsx'

export interface SignatureTaskProps {
  task: Task
  close: () => void
  /** Called once the document is signed. */
  done: () => void
}

/** The dialog of a document to sign: the document and the signature, and afterwards the signed copy. */
export const SignatureTask = (props: SignatureTaskProps) => (
  <AsyncBoundary
    skeleton={
      <SkeletonGroup words="Loading your document">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-40 w-full" />
      </SkeletonGroup>
    }
  >
    <Content {...props} />
  </AsyncBoundary>
)

const Content = ({ task, close, done }: SignatureTaskProps) => {
  const request = useRequestOf(task)
  if (!request) return <p className="text-ink-soft">We’re preparing this document. It will appear here.</p>
  if (isOpen(request)) return <SignDocument request={request} cancel={close} done={() => (done(), close())} />
  return (
    <Callout
      tone="ok"
      title="You’ve signed this"
      actions={
        <ButtonAnchor href={urlOf(signatures.signedCopy, { id: request.id })} icon={<Download />}>
          Download signed copy
        </ButtonAnchor>
      }
    >
      {request.signedAt && `Signed on ${dateTimeText(request.signedAt)}. `}
      <TextLink to={pages.signatures}>See it in E-Signatures</TextLink>
    </Callout>
  )
}
