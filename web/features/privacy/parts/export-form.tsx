import { Download } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '#contract/kit.ts'
import { type Export, exportMinutes, privacy } from '#contract/privacy.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

/** The password first; then one link, which works once. */
export const ExportForm = () => {
  const [ready, setReady] = useState<Export | null>(null)
  const [isTaken, setTaken] = useState(false)
  const form = useCommandForm(privacy.prepareExport, {
    start: { currentPassword: '' },
    done: (prepared) => {
      form.reset()
      setTaken(false)
      setReady(prepared)
    },
  })
  if (ready && !isTaken) return <Ready ready={ready} taken={() => setTaken(true)} />
  return (
    <form {...form.props} className="grid gap-5">
      {isTaken && (
        <Callout tone="ok" title="Your download has started" announce="status">
          If it's interrupted, enter your password again to download it once more.
        </Callout>
      )}
      <p>
        You'll get one ZIP file: a page to read, the same in machine-readable form (JSON), and copies of your
        files. It includes your documents, so keep it somewhere safe.
      </p>
      <div className="max-w-90">
        <PasswordField
          label="Current password"
          hint="So that nobody else can download your documents"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      </div>
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" icon={<Download />} busy={form.busy}>
          Prepare my data
        </Button>
      </div>
    </form>
  )
}

const Ready = ({ ready, taken }: { ready: Export; taken: () => void }) => (
  <Callout
    tone="ok"
    announce="status"
    title="Your data is ready"
    actions={
      <ButtonAnchor
        variant="primary"
        href={urlOf(privacy.export, { id: ready.id })}
        download
        // The browser follows the link before the link is gone.
        onClick={() => setTimeout(taken, 500)}
      >
        <Download />
        Download my data
      </ButtonAnchor>
    }
  >
    The link works once, in this browser, for {exportMinutes} minutes.
  </Callout>
)
