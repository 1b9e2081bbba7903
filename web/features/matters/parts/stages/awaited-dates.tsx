import { useState } from 'react'
import { quoted } from '#contract/kit/text.ts'
import { dateKindNames } from '#contract/matters/facts.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { stagesOfType } from '#contract/matters/stages.ts'
import type { MatterStep } from '#contract/templates/templates.ts'
import { counted, dateText } from '#web/platform/clock.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { wordsForClients } from '../../hooks.ts'
import { FactsDialog } from '../facts/facts-dialog.tsx'

/** Says that the current stage waits for a date that is not entered, or that the client does not see. */
export const MissingStageDate = ({ file }: { file: FirmMatterFile }) => {
  const [isEditing, setEditing] = useState(false)
  const mayRun = useMay()('matters.run')
  const current = file.stages.find(({ state }) => state === 'current')
  const stage = stagesOfType(file.type).find(({ key }) => key === current?.key)
  if (file.status !== 'open' || !stage?.waitsForDate || stage.date === null) return null
  const date = file.facts.dates.find(({ kind }) => kind === stage.date)
  if (date?.isShared) return null
  const { Your, verb } = wordsForClients(file)
  const name = `${dateKindNames[stage.date].toLowerCase()} date`
  return (
    <Callout
      tone="info"
      title={
        date ? `${Your} ${verb('doesn’t', 'don’t')} see the ${name}` : `No ${name} is entered for this case`
      }
      actions={
        mayRun && (
          <Button size="small" onClick={() => setEditing(true)}>
            {date ? 'Share the date' : 'Enter the date'}
          </Button>
        )
      }
    >
      {date && `It’s ${dateText(date.on)}, and isn’t shared with them.`}
      {isEditing && <FactsDialog file={file} close={() => setEditing(false)} />}
    </Callout>
  )
}

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
