import { ArrowLeft } from 'lucide-react'
import type { DocumentType } from '#contract/documents/validation.ts'
import { pages } from '#contract/kit/pages.ts'
import { isFinished, type Task } from '#contract/tasks.ts'
import { useTasks } from '#web/features/tasks/hooks.tsx'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { identityFileAccept, identityFileHint, identityTypes } from './identity-words.ts'
import { ChosenFile } from './parts/chosen-file.tsx'
import { IdentityResult } from './parts/identity-result.tsx'
import { type IdentityUpload, useIdentityUpload } from './parts/use-identity-upload.ts'

/** The upload of an identity document; open while onboarding is still to be done. */
export const IdentityUploadPage = () => (
  <Page title="Upload your identity document">
    <div className="-mt-3 -ml-3">
      <ButtonLink to={pages.verification} variant="ghost" size="small" icon={<ArrowLeft />}>
        Back
      </ButtonLink>
    </div>
    <div className="max-w-140">
      <AsyncBoundary skeleton={<UploadSkeleton />}>
        <Uploading />
      </AsyncBoundary>
    </div>
  </Page>
)

/** The proof of identity that is open, else the one that this document is added to. */
const taskAmong = (all: Task[]) => {
  const proofs = all.filter(({ kind }) => kind === 'proof_of_identity')
  return proofs.find((task) => !isFinished(task)) ?? proofs[0]
}

const Uploading = () => {
  const upload = useIdentityUpload(taskAmong(useTasks())?.id)
  const { type, setType, result, reset, isLocked } = upload
  return (
    <Card className="grid gap-5">
      <SelectField
        label="Document type"
        name="documentType"
        choices={identityTypes}
        value={type}
        disabled={isLocked}
        onChange={({ target }) => setType(target.value as DocumentType)}
      />
      <Chosen upload={upload} />
      {result ? <IdentityResult result={result} again={reset} /> : <Send upload={upload} />}
    </Card>
  )
}

const Chosen = ({ upload }: { upload: IdentityUpload }) => {
  const { file, fault, percent, isPending, isLocked, choose, send, reset } = upload
  if (file === null)
    return (
      <FileDrop
        label="Your identity document"
        hint={identityFileHint}
        accept={identityFileAccept}
        camera="environment"
        onFile={choose}
        error={fault}
        disabled={isLocked}
      />
    )
  return (
    <ChosenFile file={file} isLocked={isLocked} fault={fault} send={() => void send()} reset={reset}>
      {isLocked && <Progress value={percent} label="Upload" />}
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isPending && "We're sending and reading your document. It takes a few seconds."}
      </p>
    </ChosenFile>
  )
}

const Send = ({ upload: { file, isPending, send, stop } }: { upload: IdentityUpload }) => (
  <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col">
    {isPending && <Button onClick={stop}>Stop</Button>}
    <Button variant={file === null ? 'secondary' : 'primary'} busy={isPending} onClick={() => void send()}>
      Upload Document
    </Button>
  </div>
)

const UploadSkeleton = () => (
  <SkeletonGroup words="Loading">
    <SkeletonCard rows={3} />
  </SkeletonGroup>
)
