import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '#contract/kit/transport.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { type MatterOrganisation, organisations } from '#contract/organisations/organisations.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'

interface FilingsCardProps {
  id: MatterId
  organisation: MatterOrganisation
  mayRun: boolean
}

/** The documents that say who owns and runs it, such as the last confirmation statement. */
export const FilingsCard = ({ id, organisation: { partyId, filings }, mayRun }: FilingsCardProps) => {
  const [fault, setFault] = useState<string>()
  const upload = useUpload(organisations.addFiling, { refreshes: [organisations.list] })
  const remove = useCommand(organisations.removeFiling, { refreshes: [organisations.list] })
  const onError = ({ message }: { message: string }) => setFault(message)
  const send = (file: File) => {
    setFault(undefined)
    upload.mutate({ file, input: { id, partyId } }, { onError })
  }
  return (
    <Card className="grid gap-4">
      <CardTitle lead="What you typed the owners and officers from, such as a confirmation statement or a trust deed.">
        Filings
      </CardTitle>
      {filings.length > 0 && (
        <ul aria-label="Filings" className="grid divide-y divide-line">
          {filings.map(({ id: filingId, filename, by, at }) => (
            <li key={filingId} className="flex items-start gap-2 py-2">
              <div className="min-w-0 flex-1">
                <a
                  href={urlOf(organisations.filing, { id, partyId, filingId })}
                  download
                  className="font-medium wrap-anywhere text-brand underline underline-offset-3"
                >
                  {filename}
                </a>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {by} · {dateText(at)}
                </p>
              </div>
              {mayRun && (
                <IconButton
                  label={`Remove ${filename}`}
                  icon={<Trash2 />}
                  onClick={() => remove.mutate({ id, partyId, filingId }, { onError })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayRun && (
        <FileDrop
          label="A filing"
          hint="PDF, PNG or JPG up to 10MB"
          accept=".pdf,.png,.jpg,.jpeg"
          onFile={send}
          disabled={upload.isPending}
        />
      )}
      {upload.isPending && <Progress label="Sending the filing" value={upload.sent * 100} />}
      <FormFault>{fault}</FormFault>
    </Card>
  )
}
