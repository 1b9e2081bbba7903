import { Problem } from '#contract/problem.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { dataUrlOf } from './data-url.ts'
import { useDocumentSandbox } from './hooks.ts'
import { KeyStatus } from './parts/key-status.tsx'
import { SandboxForm, type SandboxRequest } from './parts/sandbox-form.tsx'
import { SandboxOutcome } from './parts/sandbox-outcome.tsx'
import { trialFailed } from './words.ts'

/** The internal test tool: the document check on a file of which nothing is kept. */
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

// A file that was moved or deleted between its choice and the press of the button.
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
