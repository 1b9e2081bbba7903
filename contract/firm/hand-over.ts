import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, id, instant, newInOutput, prose, read, uuid } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'

const Named = z.strictObject({ id: UserId, name: z.string() })

/** A client's appointment with the person who hands over the matter. */
const ComingAppointment = z.strictObject({
  id: id('appointment'),
  title: z.string(),
  client: z.string(),
  startTime: instant,
  /** False if the new person is not free then, so the appointment stays with the previous one. */
  goesAlong: z.boolean(),
})
export type ComingAppointment = z.infer<typeof ComingAppointment>

/** What happens to one client of the matter. */
const ClientHandedOver = z.strictObject({
  name: z.string(),
  /**
   * `handed`: the new person becomes responsible for them. `stays`: another case, open or requested, keeps them with
   * the previous person. `joined`: somebody else is responsible for them.
   */
  becomes: z.enum(['handed', 'stays', 'joined']),
  /**
   * The new person sees their file. False if the matter is restricted, or if the file is closed to whoever hands over:
   * then only the matter is handed over.
   */
  isFileOpened: newInOutput(z.boolean(), true),
  /** How many documents and checks await a decision. */
  reviews: z.number().int(),
  /** How many of their messages the previous person has not read. */
  unread: z.number().int(),
})
export type ClientHandedOver = z.infer<typeof ClientHandedOver>

/** What is transferred when a matter is handed over. */
export const HandOver = z.strictObject({
  /** The person in charge of the matter. Null if there is none. */
  from: Named.nullable(),
  /** Who can take over, sorted by name, with the day until which they are away. */
  colleagues: z.array(Named.extend({ awayUntil: z.iso.date().nullable() })),
  clients: z.array(ClientHandedOver),
  /** The next step of the matter, if it is the firm's. */
  nextStep: z.string().nullable(),
  appointments: z.array(ComingAppointment),
})
export type HandOver = z.infer<typeof HandOver>

/** An open or requested matter that somebody runs or supervises. */
const HeldMatter = z.strictObject({
  id: MatterId,
  reference: z.string(),
  title: z.string(),
  client: z.string(),
  as: z.enum(['fee_earner', 'supervisor']),
})
export type HeldMatter = z.infer<typeof HeldMatter>

const ofMatter = z.strictObject({ id: MatterId })

export const handOver = {
  show: read('/api/firm/cases/:id/hand-over', {
    /** If the new person is given, the response says which appointments can be transferred. */
    input: ofMatter.extend({ toId: UserId.optional() }),
    output: HandOver,
    audience: 'firm',
    action: 'matters.run',
    summary: 'What goes along when a case is handed to a colleague',
  }),
  hand: command('/api/firm/cases/:id/hand-over', {
    input: ofMatter.extend({
      /** The person in charge when the page was loaded. If two users hand it over at once, one of them is refused. */
      fromId: UserId.nullable(),
      toId: uuid('Please choose who will take over').brand<'user'>(),
      /** A note for colleagues only. */
      note: prose(4000),
      isClientTold: z.boolean(),
    }),
    /** All appointments concerned, each with whether it was transferred. */
    output: z.strictObject({ to: z.string(), appointments: z.array(ComingAppointment) }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Hands a case to a colleague, with a note that only the firm reads',
  }),
  held: read('/api/firm/people/:id/cases', {
    input: z.strictObject({ id: UserId }),
    output: z.array(HeldMatter),
    audience: 'firm',
    action: 'matters.run',
    summary: 'The cases that a colleague runs or supervises and that aren’t over, as far as one may see them',
  }),
  unread: read('/api/firm/people/:id/unread-messages', {
    input: z.strictObject({ id: UserId }),
    output: z.strictObject({
      /** From clients they are responsible for, whose messages wait for whoever takes over. */
      fromTheirClients: z.number().int(),
      /** From other clients, whose messages wait for whoever looks after these. */
      fromOthers: z.number().int(),
      /** The same of what they have read: of the last 30 days, which waits too once they have left. */
      readFromTheirClients: newInOutput(z.number().int(), 0),
      readFromOthers: newInOutput(z.number().int(), 0),
    }),
    audience: 'firm',
    action: 'people.manage',
    summary: 'How many messages of clients a colleague has not answered, unread and read',
  }),
}
