import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { BookedWhileAway } from '../appointments/appointments.ts'
import { create, day, enteredDay, line, newInOutput, read, remove, replace, uuid } from '../kit/endpoint.ts'
import { StaffName, TeamId } from './firm.ts'

/** People who cover for each other: each of them sees the clients and cases assigned to the team. */
export const Team = z.strictObject({
  id: TeamId,
  name: z.string(),
  memberIds: z.array(UserId),
  /** How many clients are assigned to it. */
  clients: z.number().int(),
})
export type Team = z.infer<typeof Team>

/** A period in which somebody is not at work, and who covers for them. */
export const Absence = z.strictObject({
  from: day,
  /** The first day back, by London's calendar. */
  backOn: day,
  cover: z.strictObject({ id: UserId, name: z.string() }),
  /** The absence has started, so new work goes to the cover. */
  isAway: z.boolean(),
})
export type Absence = z.infer<typeof Absence>

/** The appointments with somebody on the days that they are away, the next first: those that this user may see. */
const booked = newInOutput(z.array(BookedWhileAway), [])

const wanted = {
  name: line(60, 'Please give the team a name'),
  memberIds: z.array(UserId).max(50, 'Please choose at most 50 people'),
}
const byId = z.strictObject({ id: TeamId })
const ofPerson = z.strictObject({ id: UserId })
const daysAway = {
  from: enteredDay('Please choose the first day away'),
  backOn: enteredDay('Please choose the first day back'),
}

export const teams = {
  list: read('/api/firm/teams', {
    output: z.array(Team),
    audience: 'firm',
    action: 'clients.assign',
    summary: 'The teams of the firm, by name',
  }),
  create: create('/api/firm/teams', {
    input: z.strictObject(wanted),
    output: Team,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Makes a team of people who cover each other',
  }),
  save: replace('/api/firm/teams/:id', {
    input: byId.extend(wanted),
    output: Team,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Renames a team, or changes who is in it; whoever leaves no longer sees what is assigned to it',
  }),
  remove: remove('/api/firm/teams/:id', {
    input: byId,
    audience: 'firm',
    action: 'people.manage',
    summary: 'Removes a team; its clients and cases stay with the people responsible for them',
  }),
}

export const absences = {
  own: read('/api/firm/absence', {
    output: z.strictObject({
      absence: Absence.nullable(),
      booked,
      /** The people whom this person covers for at present. */
      covering: z.array(z.strictObject({ name: z.string(), backOn: day })),
      /** The people who could cover. */
      colleagues: z.array(StaffName),
    }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Whether this person is away, and whom they are covering for',
  }),
  booked: read('/api/firm/people/:id/booked', {
    input: ofPerson.extend(daysAway),
    output: z.array(BookedWhileAway),
    audience: 'firm',
    action: 'matters.run',
    summary:
      'What is booked with someone on days on which they may be away; of a colleague, only for an administrator',
  }),
  save: replace('/api/firm/people/:id/absence', {
    input: ofPerson.extend({
      ...daysAway,
      coverId: uuid('Please choose who will cover').brand<'user'>(),
    }),
    output: Absence.extend({ booked }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Says when someone is away and who covers; for a colleague, only an administrator may',
  }),
  end: remove('/api/firm/people/:id/absence', {
    input: ofPerson,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Ends an absence: new work comes to this person again',
  }),
}
