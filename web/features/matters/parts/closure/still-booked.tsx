import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type Appointment, appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { ask } from '#web/platform/ask.ts'
import { counted, dayOf, now, timeText, today, weekdayText } from '#web/platform/clock.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

const clientsOf = ({ client, parties }: FirmMatterFile): UserId[] => [
  client.id,
  ...parties.flatMap(({ role, clientId }) => (role === 'joint_client' && clientId ? [clientId] : [])),
]

/** The appointments to come with the clients of a case, and which of them to cancel once it is closed. */
export const useStillBooked = (file: FirmMatterFile) => {
  const cache = useQueryClient()
  const mayRun = useMay()('appointments.run')
  const [cancelled, choose] = useState<string[]>([])
  const to = dayOf(new Date(now().getTime() + bookableDays * 86_400_000))
  const clientIds = clientsOf(file)
  const lists = useQueries({
    queries: clientIds.map((clientId) => ({
      ...query(firmAppointments.list, { from: today(), to, clientId }),
      enabled: mayRun,
    })),
  })
  // A node of an earlier version, during an upgrade, leaves `clientId` aside and lists every client's.
  const booked = lists
    .flatMap(({ data = [] }, index) => data.filter(({ client }) => client.id === clientIds[index]))
    .filter(({ status, startTime }) => status === 'scheduled' && startTime > now())
  return {
    offer: (
      <>
        {lists.some(({ isError }) => isError) && <NotLoaded />}
        {booked.length > 0 && <StillBooked booked={booked} cancelled={cancelled} choose={choose} />}
      </>
    ),
    cancelChosen: async () => {
      const left: string[] = []
      for (const { id, startTime } of booked.filter((appointment) => cancelled.includes(appointment.id)))
        try {
          await ask(appointments.cancel, { id })
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          left.push(`${whenOf(startTime)}: ${error.message}`)
        }
      if (left.length > 0)
        toast({ title: 'Not every appointment is cancelled', description: left.join(' '), variant: 'error' })
      await refresh(cache, [firmAppointments.list])
    },
  }
}

const NotLoaded = () => (
  <Callout tone="warn" title="The appointments to come couldn’t be loaded">
    Closing doesn’t cancel any. You can look at them on the{' '}
    <TextLink to={pages.firmAppointments}>Appointments</TextLink> page.
  </Callout>
)

interface StillBookedProps {
  booked: readonly Appointment[]
  cancelled: readonly string[]
  choose: (ids: string[]) => void
}

const StillBooked = ({ booked, cancelled, choose }: StillBookedProps) => (
  <Callout
    tone="warn"
    title={`${counted(booked.length, 'appointment')} to come stay${booked.length === 1 ? 's' : ''} booked`}
  >
    <CheckboxGroup
      label="Cancel when the case is closed"
      hint="Closing doesn’t cancel appointments. These are all to come with the clients of this case, so one may be for another case. Both sides are told of each one that you tick."
      name="cancelled"
      value={cancelled}
      choices={booked.map(({ id, title, startTime, client, with: person }) => ({
        value: id as string,
        label: `${whenOf(startTime)}: ${title}`,
        hint: `${fullName(client)} with ${fullName(person)}`,
      }))}
      onChange={({ target }) =>
        choose(target.checked ? [...cancelled, target.value] : cancelled.filter((id) => id !== target.value))
      }
    />
  </Callout>
)

const whenOf = (startTime: Date) => `${weekdayText(startTime)} at ${timeText(startTime)}`
