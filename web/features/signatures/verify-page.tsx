import { ShieldCheck } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { VerdictCard } from './parts/verdict-card.tsx'
import { useVerifying } from './verifying.ts'

/** For whoever holds a file: whether it is the one that was signed here. Nobody needs to sign in. */
export const VerifyPage = () => {
  const { file, share, verdict, fault, verify, reset } = useVerifying()
  const isBusy = file !== null && verdict === null && fault === null
  return (
    <div className="mx-auto max-w-180">
      <Page
        title="Verify a signed document"
        lead="Find out whether a file is the document that was signed here, unchanged."
        narrow
      >
        {file === null && (
          <FileDrop
            label="The signed document"
            hint="The PDF you received or downloaded"
            accept=".pdf"
            onFile={(chosen) => void verify(chosen)}
          />
        )}
        {isBusy && (
          <Card>
            <p className="mb-3 font-semibold [overflow-wrap:anywhere]">{file.name}</p>
            <Progress value={Math.round(share * 100)} label="Checking the file" />
          </Card>
        )}
        {fault !== null && (
          <Callout tone="warn" title="The file couldn't be checked" announce="alert">
            {fault}
          </Callout>
        )}
        {file !== null && verdict !== null && <VerdictCard name={file.name} verdict={verdict} />}
        {file !== null && !isBusy && (
          <div>
            <Button onClick={reset}>Verify another file</Button>
          </div>
        )}
        <HowItWorks />
      </Page>
    </div>
  )
}

const HowItWorks = () => (
  <Card>
    <CardTitle>
      <span className="flex items-center gap-2">
        <ShieldCheck className="text-brand" /> How this works
      </span>
    </CardTitle>
    <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
      <li>Your file stays on this device. Only its fingerprint (SHA-256) is sent, and nothing is stored.</li>
      <li>Changing a single letter, or saving or printing the file again, changes its fingerprint.</li>
      <li>The last pages of the signed document show who signed it, when and how.</li>
      <li>
        A PDF reader also shows whether the seal is intact. It may warn that the certificate’s issuer is
        unknown, because the portal created it.
      </li>
    </ul>
  </Card>
)
