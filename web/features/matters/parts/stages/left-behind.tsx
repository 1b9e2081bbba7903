import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { forWhom } from '#contract/matters/party.ts'
import { isInReview, leftBehind } from '#contract/templates/stage-of-step.ts'
import { type MatterStep, matterTemplates } from '#contract/templates/templates.ts'
import { query } from '#web/platform/queries.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { wordsForClients } from '../../hooks.ts'

/** Null if the portal could not say what is still open. */
export type LeftBehind = readonly MatterStep[] | null

const leftAt = ({ type, stages }: FirmMatterFile, steps: readonly MatterStep[], to: string) =>
  leftBehind(steps, { type, from: stages.find(({ state }) => state === 'current')?.key, to })

/** Returns what asks the portal which steps a stage would leave open. The page may have been open for hours. */
export const useCheckOfStage = (file: FirmMatterFile) => {
  const cache = useQueryClient()
  return (to: string): Promise<LeftBehind> =>
    cache.fetchQuery({ ...query(matterTemplates.one, { id: file.id }), staleTime: 0 }).then(
      ({ steps }) => leftAt(file, steps, to),
      () => null,
    )
}

/** The same for a stage that may change until it is set. Undefined while it is not known. */
export const useLeftBehind = (file: FirmMatterFile, to: string): LeftBehind | undefined => {
  const { data, isError } = useQuery({
    ...query(matterTemplates.one, { id: file.id }),
    refetchOnMount: 'always',
  })
  if (isError) return null
  return data && leftAt(file, data.steps, to)
}

const listed = new Intl.ListFormat('en-GB')
const mostNamed = 8

/** “Still open: “Sign the contract” and “Pay search fees”.” */
const leftWords = (left: LeftBehind) => {
  if (left === null) return 'We couldn’t check what is still open.'
  const names = [...new Set(left.map(nameOf))]
  const more = names.length - mostNamed
  return `Still open: ${listed.format(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)}.`
}

const nameOf = (step: MatterStep) =>
  [`“${step.title}”`, forWhom(step.roles), isInReview(step) && '(in review)'].filter(Boolean).join(' ')

/** Names what the stage that is chosen would leave open. Nothing if that is nothing. */
export const LeftBehindNote = ({ left }: { left: LeftBehind }) =>
  left?.length === 0 ? null : (
    <Callout tone="warn" announce="status" title={<span className="wrap-anywhere">{leftWords(left)}</span>} />
  )

interface LeftBehindQuestionProps {
  file: FirmMatterFile
  name: string
  left: LeftBehind
  busy: boolean
  move: () => void
  close: () => void
}

/** Asked before a stage leaves steps open. The firm may have its reasons, so it can always go on. */
export const LeftBehindQuestion = ({ file, name, left, busy, move, close }: LeftBehindQuestionProps) => (
  <Confirm
    open
    onOpenChange={close}
    title={`Move to ${name}?`}
    description={<span className="wrap-anywhere">{leftWords(left)}</span>}
    confirmLabel="Move anyway"
    busy={busy}
    onConfirm={move}
  >
    What is open stays open, and {wordsForClients(file).your} {wordsForClients(file).verb('sees', 'see')} the
    new stage.
  </Confirm>
)
