import { FileUp } from 'lucide-react'
import { pages } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { StepHeading } from './step-heading.tsx'

/** Nothing can be verified before there is something to verify it by: the way there. */
export const DocumentMissing = ({ back, close }: { back: () => void; close: () => void }) => (
  <div className="grid gap-5">
    <StepHeading>We have no document from you yet</StepHeading>
    <Callout tone="info" icon={<FileUp />} title="Please upload your identity document first">
      A clear photo or scan of your passport or driving licence. It takes about a minute.
    </Callout>
    <DialogFooter>
      <Button onClick={back}>Back</Button>
      <ButtonLink to={pages.identityUpload} variant="primary" onClick={close}>
        Upload your document
      </ButtonLink>
    </DialogFooter>
  </div>
)
