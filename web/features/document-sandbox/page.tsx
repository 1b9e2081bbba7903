import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { documentSandbox } from '#contract/document-sandbox.ts'
import { DocumentType } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { faultOfTrial, keyFault, noImage, trialFailed, typeWords } from './copy.ts'
import { SandboxOutcome } from './outcome.tsx'

/** The internal test tool: runs the document check on a file and keeps nothing. */
export const DocumentSandboxPage = () => {
  const { id: userId } = useUser()
  const { mutateAsync, data, error, isPending } = useDocumentSandbox()
  const run = async ({ documentType, file }: SandboxRequest) => {
    try {
      const imageData = await dataUrlOf(file)
      await mutateAsync({ documentType, imageData, metadata: { testRequest: true, userId } })
    } catch (refusal) {
      toast(trialFailed(refusal instanceof Problem ? refusal : unreadable()))
    }
  }
  const fault = error ? trialFailed(error).description : undefined
  return (
    <Page title="Document validation test" lead="An internal tool to try the document check by hand.">
      <KeyStatus />
      <div className="grid items-start gap-5.5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <SandboxForm isBusy={isPending} fault={fault} run={(request) => void run(request)} />
        {data ? (
          <SandboxOutcome key={data.result.referenceId} answer={data} />
        ) : (
          <NoResult isComing={isPending} />
        )}
      </div>
    </Page>
  )
}

// The file was moved or deleted after it was chosen.
const unreadable = () => new Problem('internal', "The file couldn't be read.")

const NoResult = ({ isComing }: { isComing: boolean }) => (
  <Card>
    {isComing ? (
      <Spinner words="The document is being read" />
    ) : (
      <Empty title="No result yet">Choose a document type and a file, then validate it.</Empty>
    )}
  </Card>
)

/** Whether the validation provider's key is configured. Without a response the tool uses the simulation. */
const KeyStatus = () => {
  const { data, error } = useKeyStatus()
  const hasFailed = error !== null
  useEffect(() => {
    if (hasFailed) toast({ title: keyFault, variant: 'destructive' })
  }, [hasFailed])
  if (hasFailed)
    return (
      <Callout tone="warn" title="Simulation mode">
        {keyFault}
      </Callout>
    )
  if (data === undefined) return <Skeleton className="h-20 w-full rounded-xl" />
  const title = data.usingSimulation ? 'Simulation mode' : 'API key configured'
  return (
    <Callout tone={data.valid ? 'ok' : 'info'} title={title}>
      {data.message}
    </Callout>
  )
}

const choices = DocumentType.options.map((value) => ({ value, label: typeWords[value] }))

interface SandboxRequest {
  documentType: DocumentType
  file: File
}

interface TrialFormProps {
  isBusy: boolean
  /** The error of the last run. */
  fault: string | undefined
  run: (request: SandboxRequest) => void
}

/** Chooses a document type and a file. */
const SandboxForm = ({ isBusy, fault, run }: TrialFormProps) => {
  const [documentType, setType] = useState<DocumentType>('passport')
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const choose = (chosen: File) => {
    const words = faultOfTrial(chosen)
    setWrong(words?.description)
    if (words) toast(words)
    else setFile(chosen)
  }
  const start = () => {
    if (file) return run({ documentType, file })
    toast(noImage)
    setWrong(noImage.title)
  }
  return (
    <Card className="grid content-start gap-5">
      <CardTitle lead="It is read as an upload would be, and nothing of it is kept.">
        Test a document
      </CardTitle>
      <SelectField
        label="Document type"
        choices={choices}
        value={documentType}
        disabled={isBusy}
        onChange={({ target }) => setType(DocumentType.parse(target.value))}
      />
      <FileDrop
        label="Document image"
        hint="JPEG, PNG or PDF up to 5MB"
        accept=".jpg,.jpeg,.png,.pdf"
        onFile={choose}
        error={wrong}
        disabled={isBusy}
      />
      {file && (
        <p className="text-sm text-ink-soft">
          Chosen: <bdi className="font-semibold [overflow-wrap:anywhere] text-ink">{file.name}</bdi>
        </p>
      )}
      <FormFault>{fault}</FormFault>
      <Button variant="primary" busy={isBusy} busyText="Validating..." onClick={start}>
        Validate document
      </Button>
    </Card>
  )
}

/** Encodes a file as a data URL, which fits into JSON. */
const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error("The file couldn't be read."))
    reader.readAsDataURL(file)
  })

/** Queried each time the tool is opened, because a key may have been configured since. */
const useKeyStatus = () => useQuery({ ...query(documentSandbox.checkKey, {}), staleTime: 0 })

const useDocumentSandbox = () => useCommand(documentSandbox.run, { refreshes: [] })
