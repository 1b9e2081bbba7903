import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientFile, firm, nameOf, type StaffName } from '#contract/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Who of the firm works with this client; administrators change it. */
export const ClientTeam = ({ client }: { client: ClientFile }) => {
  const { role } = useUser()
  const [isChanging, setChanging] = useState(false)
  return (
    <Card>
      <CardTitle
        aside={
          role === 'administrator' && (
            <Button size="small" onClick={() => setChanging(true)}>
              Change
            </Button>
          )
        }
      >
        Team
      </CardTitle>
      <ul className="grid gap-3">
        {client.team.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Avatar name={nameOf(person)} tone="neutral" />
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{nameOf(person)}</span>
            {person.id === client.feeEarnerId && (
              <Badge tone="info" plain>
                Responsible
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {isChanging && (
        <Dialog open onOpenChange={setChanging} title="Team" description={nameOf(client)}>
          <AsyncBoundary skeleton={<TeamSkeleton />}>
            <TeamForm client={client} close={() => setChanging(false)} />
          </AsyncBoundary>
        </Dialog>
      )}
    </Card>
  )
}

const TeamForm = ({ client, close }: { client: ClientFile; close: () => void }) => {
  const cache = useQueryClient()
  const { data: colleagues } = useSuspenseQuery(query(firm.colleagues, {}))
  const others = client.team.filter(({ id }) => id !== client.feeEarnerId)
  const form = useCommandForm(firm.assign, {
    start: { id: client.id, feeEarnerId: client.feeEarnerId ?? '', memberIds: others.map(({ id }) => id) },
    done: async () => {
      await refresh(cache, [firm.client, firm.clients])
      toast({ title: 'Team saved', description: nameOf(client), variant: 'success' })
      close()
    },
  })
  const responsible = form.watch('feeEarnerId')
  const isOther = ({ id }: StaffName) => id !== responsible
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Responsible"
        placeholder="Please choose"
        hint="New messages, documents and appointments go to this person."
        choices={colleagues.map((person) => ({ value: person.id, label: nameOf(person) }))}
        {...form.field('feeEarnerId')}
      />
      <CheckboxGroup
        label="Also works with this client"
        optional
        offers={colleagues.filter(isOther).map((person) => ({ value: person.id, label: nameOf(person) }))}
        {...form.field('memberIds')}
      />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}

const TeamSkeleton = () => (
  <SkeletonGroup words="Loading people">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-24 w-full" />
  </SkeletonGroup>
)
