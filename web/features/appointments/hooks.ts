import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { UserId } from '#contract/accounts/accounts.ts'
import { type Appointment, appointments, type Party } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { type AppointmentForm, bookingFrom } from '#contract/appointments/form.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { now } from '#web/platform/clock.ts'
import { useSearchSelect } from '#web/platform/lists.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** All queries that an appointment's change affects, for clients and staff. */
const changed = [
  appointments.list,
  appointments.slots,
  firmAppointments.list,
  firmAppointments.slots,
  firmAppointments.purposes,
]

/** The client's own appointments. Suspends until they are loaded. */
export const useAppointments = (): Appointment[] => useSuspenseQuery(query(appointments.list, {})).data

/** The staff whom the client can meet, their main contact first. */
export const usePeople = (): Party[] => useSuspenseQuery(query(appointments.people, {})).data

/** A staff member's appointments of these days. While others load, the previous ones stay. */
export const useFirmAppointments = (range: { from: string; to: string }) =>
  useQuery({ ...query(firmAppointments.list, range), placeholderData: keepPreviousData, throwOnError: true })

export const useClients = () => useSearchSelect((input) => query(firmAppointments.clients, input))

/** What the client has yet to book an appointment for. */
export function usePurposes({ clientId, withId }: Pick<AppointmentForm, 'clientId' | 'withId'>) {
  const { data, refetch } = useQuery({
    ...query(firmAppointments.purposes, {
      clientId: clientId as UserId,
      ...(withId && { withId: UserId.parse(withId) }),
    }),
    enabled: clientId !== '',
  })
  return {
    /** Empty until they are known, and without a client. */
    purposes: data ?? [],
    /** Returns them, once they are known. Throws `Problem` if they cannot be found now. */
    find: async () => data ?? (await refetch({ cancelRefetch: false, throwOnError: true })).data ?? [],
  }
}

export const useDiary = () => useSuspenseQuery(query(firmAppointments.diary, {})).data

/** The current time, updated every half minute, so that an appointment that has ended moves by itself. */
export function useNow() {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return time
}

export function useCancel(done: () => void) {
  const command = useCommand(appointments.cancel, { refreshes: changed })
  return {
    isPending: command.isPending,
    cancel: ({ id, title }: Appointment) =>
      command.mutate(
        { id },
        {
          onSuccess: () => toast({ title: 'Appointment cancelled', description: title, variant: 'success' }),
          onError: ({ message }) =>
            toast({ title: 'Failed to cancel appointment', description: message, variant: 'destructive' }),
          onSettled: done,
        },
      ),
  }
}

/** Puts this user in place of a colleague who is away. The appointment keeps its time. */
export function useTakeOver() {
  const { id: withId } = useUser()
  const command = useCommand(appointments.change, { refreshes: changed })
  return ({ id, sequence, title, description, startTime, endTime, location, meetingLink }: Appointment) =>
    command.mutate(
      { id, sequence, title, description, startTime, endTime, location, meetingLink, withId },
      {
        onSuccess: () =>
          toast({
            title: "You've taken this over",
            description: `${title}. The client will be told.`,
            variant: 'success',
          }),
        onError: ({ message }) =>
          toast({ title: 'Failed to update appointment', description: message, variant: 'destructive' }),
      },
    )
}

/** Submits the form, as a new appointment or as a change of `moved`. `side` says whose page it is. */
export function useSchedule(side: 'client' | 'firm', moved: Appointment | null) {
  const cache = useQueryClient()
  return {
    /** `taskId`: what the firm books it for, null for nothing that was asked for. */
    send: async (form: AppointmentForm, taskId: TaskId | null) => {
      const booking = { ...bookingFrom(form), ...(form.withId && { withId: UserId.parse(form.withId) }) }
      const made = moved
        ? await ask(appointments.change, { ...booking, id: moved.id, sequence: moved.sequence })
        : side === 'client'
          ? await ask(appointments.book, booking)
          : await ask(firmAppointments.book, {
              ...booking,
              clientId: UserId.parse(form.clientId),
              taskId,
            })
      const title = moved ? 'Appointment updated' : 'Appointment scheduled'
      toast({ title, description: made.title, variant: 'success' })
      await refresh(cache, changed)
    },
    refused: async ({ message }: Problem) => {
      const title = moved ? 'Failed to update appointment' : 'Failed to schedule appointment'
      toast({ title, description: message, variant: 'destructive' })
      await refresh(cache, changed)
    },
  }
}
