import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments, virtualLocation } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { usualHours } from '#contract/appointments/working-hours.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import { addAppointment } from '#server/features/appointments/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { dayIn, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import { demoClient, demoPassword, workingDayBefore, zone } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
}

/** Adds Priya's hours, two future appointments and two past ones. Does nothing the second time. */
export async function seedAppointments(app: FastifyInstance, { db, clock }: SeedDependencies) {
  const signedIn = async (username: string) => {
    const ask = endpointClient(demoBrowserOn(app).send)
    await ask(accounts.login, { username, password: demoPassword })
    return ask
  }
  const client = await signedIn(demoClient.username)
  if ((await client(appointments.list, {})).length > 0) return
  const priya = await signedIn('priya')
  await priya(firmAppointments.saveHours, { hours: priyasHours })

  const now = clock()
  const today = dayIn(zone, now)
  const slots = await client(appointments.slots, { from: plusDays(today, 1), to: plusDays(today, 21) })
  const open = slots.filter(({ times }) => times.length > 0)
  for (const [at, { length, ...words }] of toCome.entries()) {
    const startTime = open[at * 4]?.times[at * 3 + 2]
    if (startTime)
      await client(appointments.book, { ...words, startTime, endTime: after(startTime, minutes(length)) })
  }

  const [owner, person] = [
    await findAccountByName(db, demoClient.username),
    await findAccountByName(db, 'priya'),
  ]
  if (!owner || !person) return
  for (const { ago, ...words } of over) {
    const startTime = edgeAt(zone, { day: workingDayBefore(plusDays(today, -ago)), minutes: 10 * 60 })
    await addAppointment(db, { ...words, clientId: owner.id, withId: person.id, startTime, minutes: 30 })
  }
  for (const ask of [client, priya]) await ask(accounts.logout, {})
}

const morning = { from: '09:00', to: '12:30' }
const afternoon = { from: '13:30', to: '17:30' }
const priyasHours = {
  ...usualHours,
  1: [morning, afternoon],
  2: [morning, afternoon],
  3: [morning],
  4: [morning, afternoon],
  5: [{ from: '09:00', to: '15:00' }],
}

const toCome = [
  {
    title: 'Go through the contract',
    description: "We'll go through the draft contract together. Have your questions to hand.",
    location: virtualLocation,
    meetingLink: 'https://meet.hartley-rowe.example/contract',
    length: 30,
  },
  {
    title: 'Sign the transfer',
    description: 'Please bring your passport.',
    location: '12 Garden Court, London EC4Y 9BL',
    length: 45,
  },
]

const over = [
  { title: 'First meeting', description: null, location: virtualLocation, ago: 16 },
  {
    title: 'Survey results',
    description: 'What the surveyor found, and what it means for the price.',
    location: virtualLocation,
    ago: 5,
  },
]
