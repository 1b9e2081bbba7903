import { useState } from 'react'
import { quoted } from '#contract/kit/text.ts'
import { dateKindNames } from '#contract/matters/facts.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import type { MatterStep } from '#contract/templates/templates.ts'
import { counted } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { FactsDialog } from '../facts/facts-dialog.tsx'

interface AwaitedDatesProps {
  file: FirmMatterFile
  steps: readonly MatterStep[]
}

/** Names the steps that have no due date, because it follows a key date that nobody has entered. */
export const AwaitedDates = ({ file, steps }: AwaitedDatesProps) => {
  const [isEditing, setEditing] = useState(false)
  const mayRun = useMay()('matters.run')
  const dateless = steps.filter(({ awaitsDate }) => awaitsDate !== null)
  if (dateless.length === 0 || file.status !== 'open') return null
  const kinds = [...new Set(dateless.flatMap(({ awaitsDate }) => awaitsDate ?? []))]
  const titles = [...new Set(dateless.map(({ title }) => title))]
  return (
    <Callout
      tone="info"
      title={`${counted(dateless.length, 'step')} ${dateless.length === 1 ? 'has' : 'have'} no due date yet`}
      actions={
        mayRun && (
          <Button onClick={() => setEditing(true)}>
            {kinds.length === 1 ? 'Enter the date' : 'Enter the dates'}
          </Button>
        )
      }
    >
      {dateless.length === 1 ? 'Its due date is' : 'Their due dates are'} counted back from{' '}
      {quoted(kinds.map((kind) => dateKindNames[kind]))}, which {kinds.length === 1 ? 'isn’t' : 'aren’t'}{' '}
      entered for this case: {quoted(titles)}.
      {isEditing && <FactsDialog file={file} close={() => setEditing(false)} />}
    </Callout>
  )
}
