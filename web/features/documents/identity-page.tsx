import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ClientDocument, documents } from '#contract/documents/documents.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { isFinished, type Task, type TaskId } from '#contract/tasks.ts'
import { useTasks } from '#web/features/tasks/hooks.tsx'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { noFile, notesOf } from './copy.ts'
import { useLatest, useUploadDocument } from './hooks.ts'
import {
  againWords,
  faultOfIdentityFile,
  identityFileAccept,
  identityFileHint,
  identityTypes,
  notVerified,
  plainName,
  titleOfUpload,
  uploadRefused,
} from './identity-copy.ts'
import { ChosenFile } from './parts/chosen-file.tsx'
import { useClimb } from './parts/use-uploading.ts'
import { VerdictCallout, VerdictDetails } from './parts/verdict-panel.tsx'

/** The page to upload an identity document. Open even before onboarding is done. */
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

/**
 * Returns the unfinished proof of identity, or else the first one that takes this document too. One of closed cases
 * takes nothing: the document is then for no task.
 */
const taskAmong = (all: Task[]) => {
  const proofs = all.filter(({ kind }) => kind === 'proof_of_identity')
  return proofs.find((task) => !isFinished(task)) ?? proofs.find(({ isOfClosed }) => !isOfClosed)
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

interface IdentityResultProps {
  result: Output<typeof documents.upload>
  again: () => void
}

/** The status of the uploaded document, and what to do next. The first button is the one that helps. */
const IdentityResult = ({ result, again }: IdentityResultProps) => {
  const document = useLatest(result.document)
  const verdict = verdictFor(document)
  const isFine = verdict.action === 'continue'
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, so the keyboard continues at the result.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  useVerdictToast(document)
  const another = (
    <Button key="another" variant={isFine ? 'secondary' : 'primary'} onClick={again}>
      {againWords[verdict.action]}
    </Button>
  )
  const onwards = (
    <ButtonLink key="onwards" to={pages.dashboard} variant={isFine ? 'primary' : 'secondary'}>
      Continue to Next Step
    </ButtonLink>
  )
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4">
      <VerdictCallout verdict={verdict} title={titleOfUpload(document)}>
        {verdict.kind === 'reading' ? null : verdict.sentence}
      </VerdictCallout>
      <p className="text-sm text-ink-soft empty:hidden">{notesOf(result, document.validation !== null)}</p>
      <div className="flex flex-wrap gap-2.5 max-sm:flex-col">
        {isFine ? [onwards, another] : [another, onwards]}
      </div>
      <VerdictDetails document={document} />
    </div>
  )
}

/** Shows a toast once the verdict is there, which may come with the response or after it. */
function useVerdictToast(document: ClientDocument) {
  const tell = useEffectEvent(() => {
    // A document that needs nothing from the client is announced once, on the page itself.
    if (verdictFor(document).action !== 'continue') toast(notVerified(document))
  })
  const isKnown = document.validation !== null
  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
}

/** Uploads one identity document after another: idle, a file chosen, uploading, validated. */
function useIdentityUpload(taskId: TaskId | undefined) {
  const { mutateAsync, isPending, stop } = useUploadDocument()
  const [type, setType] = useState<DocumentType>('passport')
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Output<typeof documents.upload> | null>(null)
  const [fault, setFault] = useState<string>()
  const climbed = useClimb(isPending)

  const reset = () => {
    setFile(null)
    setResult(null)
    setFault(undefined)
  }
  const choose = (chosen: File) => {
    const wrong = faultOfIdentityFile(chosen)
    setFault(wrong?.description)
    if (wrong) toast(wrong)
    else setFile(new File([chosen], plainName(chosen.name), { type: chosen.type }))
  }
  const send = async () => {
    if (file === null) {
      toast(noFile)
      return setFault(noFile.description)
    }
    setFault(undefined)
    try {
      setResult(await mutateAsync({ file, input: { documentType: type, taskId } }))
    } catch (error) {
      // The user stopped the upload: nothing to say.
      if (!(error instanceof Problem)) return
      const words = uploadRefused(error)
      setFault(words.description)
      if (error.reason === 'same_picture') setFile(null)
      else toast(words)
    }
  }
  const isLocked = isPending || result !== null
  const percent = result === null ? climbed : 100
  return { type, setType, file, result, fault, percent, isPending, isLocked, choose, send, stop, reset }
}

type IdentityUpload = ReturnType<typeof useIdentityUpload>
