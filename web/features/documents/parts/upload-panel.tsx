import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ClientDocument, documents } from '#contract/documents/documents.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Confirm, useLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { DialogFooter, useCloseQuestion } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { fileAccept, fileHint, keepFailed, notesOf, sizeText } from '../copy.ts'
import { uploadWords, useKeepDocument, useLatest } from '../hooks.ts'
import { ChosenFile, FileRow } from './chosen-file.tsx'
import { useUploading } from './use-uploading.ts'
import { VerdictPanel } from './verdict-panel.tsx'

export interface UploadPanelProps {
  /** What to upload, such as "Upload proof of address". */
  label: string
  /** Returns what the file is for. Null while the user still has to say so. */
  aim: () => Input<typeof documents.upload> | null
  /** The camera that a phone opens: the back one for a document, the front one for a face. */
  camera?: 'user' | 'environment'
  /** Content above the drop area. */
  children?: ReactNode
  /** Called when somebody has chosen a file here. */
  begun?: () => void
  /** Called when no further file is needed. */
  done: () => void
}

/** The content of both upload dialogs: choose or drop a file, send it, see the result. */
export const UploadPanel = ({
  label,
  aim,
  camera = 'environment',
  children,
  begun,
  done,
}: UploadPanelProps) => {
  const uploading = useUploading({ done })
  const { file, result, fault, isPending, choose, send, stop, reset, hold, finish } = uploading
  const stopping = useStopQuestion({ isPending, stop })
  const isUnsent = file !== null && result === null && !isPending
  const { question: discarding } = useLossQuestion(isUnsent, discardWords)
  if (result) return <Found result={result} another={reset} done={finish} hold={hold} />
  const start = () => {
    const input = aim()
    if (input) send(input)
  }
  return (
    <>
      <div className="grid gap-4">
        {children}
        {file === null ? (
          <>
            <FileDrop
              label={label}
              hint={fileHint}
              accept={fileAccept}
              camera={camera}
              onFile={(chosen) => {
                begun?.()
                choose(chosen)
              }}
              error={fault}
            />
            {fault !== undefined && <FirmContactLine />}
          </>
        ) : (
          <ChosenFile file={file} isLocked={isPending} fault={fault} send={start} reset={reset}>
            {isPending && <Sending uploading={uploading} />}
          </ChosenFile>
        )}
      </div>
      <DialogFooter>
        {isPending && <Button onClick={stop}>Stop</Button>}
        <Button variant={file === null ? 'secondary' : 'primary'} busy={isPending} onClick={start}>
          Upload
        </Button>
      </DialogFooter>
      <Confirm {...stopping} {...stopWords} destructive />
      <Confirm {...discarding} />
    </>
  )
}

const discardWords = {
  title: 'Leave without uploading?',
  description: 'The file you chose hasn’t been uploaded yet.',
  confirmLabel: 'Discard file',
  cancelLabel: 'Keep file',
}

const stopWords = {
  title: 'Stop sending this document?',
  // True also while it is being read, when all of it has been sent.
  description: 'We haven’t confirmed yet that we have it.',
  confirmLabel: 'Stop sending',
  cancelLabel: 'Keep sending',
}

/** Asks before a document that is being sent is lost, by closing the dialog or leaving the page. */
const useStopQuestion = ({
  isPending,
  stop,
}: Pick<ReturnType<typeof useUploading>, 'isPending' | 'stop'>) => {
  const [isAsked, setAsked] = useState(false)
  useUnloadQuestion(isPending, { words: stopWords })
  useCloseQuestion(isPending, () => setAsked(true))
  const onConfirm = () => {
    stop()
    setAsked(false)
  }
  // It closes by itself once the document has arrived.
  return { open: isAsked && isPending, onOpenChange: setAsked, onConfirm }
}

const Sending = ({ uploading: { isReading, percent } }: { uploading: ReturnType<typeof useUploading> }) => (
  <div className="grid gap-1.5">
    <Progress value={percent} label="Upload" />
    <p role="status" className="text-sm text-ink-soft">
      {uploadWords({ isReading })}
    </p>
  </div>
)

const secondsText = (milliseconds: number) => Math.max(0.1, milliseconds / 1000).toFixed(1)

interface FoundProps {
  result: Output<typeof documents.upload>
  another: () => void
  done: () => void
  /** Called when the user is busy with the result, so that it doesn't close by itself. */
  hold: () => void
}

const Found = ({ result, another, done, hold }: FoundProps) => {
  const document = useLatest(result.document)
  const { filename, fileType, fileSize, validation } = document
  const readIn = validation?.metadata.readIn ?? null
  const notes = notesOf(result, validation !== null)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, so the keyboard continues at the result.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} tabIndex={-1} onPointerDownCapture={hold} onKeyDownCapture={hold}>
      <FileRow name={filename} type={fileType}>
        {sizeText(fileSize)}
        {readIn !== null && ` · read in ${secondsText(readIn)} s`}
      </FileRow>
      <p className="mt-2 text-sm text-ink-soft empty:hidden">{notes}</p>
      <div className="mt-4">
        <VerdictPanel document={document} />
      </div>
      <Ways document={document} another={another} done={done} />
    </div>
  )
}

interface WaysProps extends Pick<FoundProps, 'another' | 'done'> {
  document: ClientDocument
}

/**
 * The buttons below a result. The first one is the most helpful: if another file is needed, none of them says "Done".
 */
const Ways = ({ document, another, done }: WaysProps) => {
  const { action } = verdictFor(document)
  return (
    <DialogFooter>
      {action === 'continue' ? (
        <>
          <Button onClick={another}>Add another</Button>
          <Button variant="primary" onClick={done}>
            Done
          </Button>
        </>
      ) : (
        <>
          <KeepButton documents={[document]} done={done} />
          <Button variant="primary" onClick={another}>
            {anotherWords[action]}
          </Button>
        </>
      )}
    </DialogFooter>
  )
}

const anotherWords = { choose_another: 'Choose another document', take_again: 'Take it again' }

interface KeepButtonProps {
  documents: readonly ClientDocument[]
  done: () => void
}

/** Keeps doubtful documents as they are, for the firm to decide. */
export const KeepButton = ({ documents, done }: KeepButtonProps) => {
  const { mutateAsync, isPending } = useKeepDocument()
  const keep = () => {
    Promise.all(documents.map(({ id }) => mutateAsync({ id }))).then(done, (error: unknown) =>
      toast(keepFailed(error instanceof Problem ? error.message : 'Please try again.')),
    )
  }
  return (
    <Button busy={isPending} onClick={keep}>
      {documents.length > 1 ? 'Keep them anyway' : 'Keep this one anyway'}
    </Button>
  )
}
