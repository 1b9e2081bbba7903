import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { UserId } from '#contract/accounts/accounts.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { quoted } from '#contract/kit/text.ts'
import { type MergePreview, merges, type Side, undoHours } from '#contract/merges.ts'
import { clientWords, useMatterClients } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { invalidate, query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox, RadioGroup } from '#web/ui/fields/choices.tsx'
import { SearchSelect } from '#web/ui/fields/select-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface MergeDialogProps {
  id: UserId
  /** Null if it still has to be chosen. */
  otherId: UserId | null
  close: () => void
}

/** Shows two records of one person side by side, and merges them. */
export const MergeDialog = ({ id, otherId, close }: MergeDialogProps) => {
  const [chosen, choose] = useState(otherId)
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Merge two records"
      description={`Everything of both goes into one. You can undo it for ${undoHours} hours.`}
    >
      <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
        <div className="grid gap-5">
          {otherId === null && <OtherField id={id} chosen={chosen} choose={choose} />}
          {chosen && <Comparison key={chosen} pair={[id, chosen]} close={close} />}
        </div>
      </AsyncBoundary>
    </Dialog>
  )
}

interface OtherFieldProps {
  id: UserId
  chosen: UserId | null
  choose: (id: UserId) => void
}

const OtherField = ({ id, chosen, choose }: OtherFieldProps) => {
  const { things: clients, search } = useMatterClients()
  return (
    <SearchSelect
      label="The other record"
      search={search}
      searchLabel="Search clients"
      placeholder="Please choose"
      name="otherId"
      value={chosen ?? ''}
      choices={clients
        .filter((client) => client.id !== id)
        .map((client) => ({ value: client.id, label: clientWords(client) }))}
      onChange={({ target }) => choose(UserId.parse(target.value))}
    />
  )
}

/** Keeps the first record unless the user chooses the other. */
const Comparison = ({ pair, close }: { pair: [UserId, UserId]; close: () => void }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [keptId, keep] = useState(pair[0])
  const [isConfirmed, confirm] = useState(false)
  const otherId = pair[0] === keptId ? pair[1] : pair[0]
  const { data, error } = useQuery(query(merges.preview, { id: keptId, otherId }))
  const merge = useCommand(merges.merge, { refreshes: [] })
  if (error) return <FormFault>{error.message}</FormFault>
  if (!data) return <SkeletonCard rows={4} />
  const merged = () => {
    close()
    toast({ title: 'Merged', description: data.kept.name, variant: 'success' })
    if (keptId !== pair[0]) void navigate(clientPath(keptId))
    void invalidate(cache)
  }
  const sides = pair[0] === keptId ? [data.kept, data.merged] : [data.merged, data.kept]
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        merge.mutate({ id: keptId, otherId, isConfirmed }, { onSuccess: merged })
      }}
    >
      <KeptField sides={sides} keptId={keptId} keep={keep} />
      <Joined preview={data} />
      <Doubled doubled={data.doubled} />
      {data.refusal && (
        <Callout tone="stop" title="These records can’t be merged">
          {data.refusal}
        </Callout>
      )}
      {data.mustConfirm && data.refusal === null && (
        <Checkbox
          label="I have checked that this is one person"
          hint="Their names or dates of birth differ. Those of the account they keep will be used."
          name="isConfirmed"
          checked={isConfirmed}
          onChange={({ target }) => confirm(target.checked)}
        />
      )}
      <FormFault>{merge.error?.message}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        {data.refusal === null && (
          <Button type="submit" variant="primary" busy={merge.isPending}>
            Merge
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

interface KeptFieldProps {
  sides: readonly Side[]
  keptId: UserId
  keep: (id: UserId) => void
}

const KeptField = ({ sides, keptId, keep }: KeptFieldProps) => (
  <RadioGroup
    label="Which account do they keep?"
    hint="Nobody can sign in with the other one: whoever tries is told which to use"
    name="keptId"
    value={keptId as string}
    choices={sides.map((side) => ({ value: side.id as string, label: side.email, hint: sideWords(side) }))}
    onChange={({ target }) => keep(UserId.parse(target.value))}
  />
)

const sideWords = ({ name, joinedAt }: Side) => `${name}, registered on ${dateText(joinedAt)}`

/** What the client was asked for twice: what is closed, and what the firm has to look at. */
const Doubled = ({ doubled: { closed, left } }: Pick<MergePreview, 'doubled'>) => (
  <>
    {closed.length > 0 && (
      <Callout title="Asked for twice, and done once">
        {`Both records ask for ${quoted(closed)}. ${closed.length === 1 ? 'The one' : 'Those'} that nobody has started will be closed, and the client will be told.`}
      </Callout>
    )}
    {left.length > 0 && (
      <Callout tone="warn" title="Still asked for twice">
        {`Both records ask for ${quoted(left)}, and both have been started or belong to a case. Both stay.`}
      </Callout>
    )}
  </>
)

const born = (name: string, value: string) =>
  name === 'Date of birth' && /^\d/.test(value) ? dateText(value) : value

/** The combined counts of both records, and where their details differ. */
const Joined = ({ preview: { joined, differences, identities } }: { preview: MergePreview }) => (
  <div className="grid gap-4">
    <Callout title="What is joined">
      <DescriptionList
        facts={joined
          .filter(({ kept, merged }) => kept + merged > 0)
          .map(({ title, kept, merged }) => ({ name: title, value: `${kept} + ${merged}` }))}
      />
    </Callout>
    {differences.length > 0 && (
      <Callout tone="warn" title="What differs">
        <DescriptionList
          facts={differences.map(({ name, kept, merged }) => ({
            name,
            value: `${born(name, kept)} (kept), ${born(name, merged)}`,
          }))}
        />
      </Callout>
    )}
    {identities.length > 1 && identities[0] && (
      <p>
        Both have an identity check that was accepted. The newest, of {dateText(identities[0])}, is listed
        first; the other is kept for the record.
      </p>
    )}
  </div>
)
