import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, id, instant, prose, read } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'

const Named = z.strictObject({ id: UserId, name: z.string() })

/** An appointment that a client has booked with whoever hands a matter over. */
const ComingAppointment = z.strictObject({
  id: id('appointment'),
  title: z.string(),
  client: z.string(),
  startTime: instant,
  /** False where the new person is not free then: it stays with whoever had it. */
  goesAlong: z.boolean(),
})
export type ComingAppointment = z.infer<typeof ComingAppointment>

/** What happens to one client of the matter. */
const ClientHandedOver = z.strictObject({
  name: z.string(),
  /**
   * `handed`: the new person answers for them from now on. `stays`: another open case keeps them with whoever hands
   * over. `joined`: somebody else answers for them. In all three the new person sees their file.
   */
  becomes: z.enum(['handed', 'stays', 'joined']),
  /** Documents and checks that wait for a decision. */
  reviews: z.number().int(),
  /** What they wrote to whoever hands over, and that person has not read. */
  unread: z.number().int(),
})
export type ClientHandedOver = z.infer<typeof ClientHandedOver>

/** What goes along when a matter is handed over. */
export const HandOver = z.strictObject({
  /** Who runs the matter now; null where nobody is named. */
  from: Named.nullable(),
  /** Who can take it, by name, and until when they are away. */
  colleagues: z.array(Named.extend({ awayUntil: z.iso.date().nullable() })),
  clients: z.array(ClientHandedOver),
  /** The next step of the matter, where it is the firm's. */
  nextStep: z.string().nullable(),
  appointments: z.array(ComingAppointment),
})
export type HandOver = z.infer<typeof HandOver>

const ofMatter = z.strictObject({ id: MatterId })

export const handOver = {
  show: read('/api/firm/cases/:id/hand-over', {
    /** With the person who is to take it, it is known which appointments go along. */
    input: ofMatter.extend({ toId: UserId.optional() }),
    output: HandOver,
    audience: 'firm',
    action: 'matters.run',
    summary: 'What goes along when a case is handed to a colleague',
  }),
  hand: command('/api/firm/cases/:id/hand-over', {
    input: ofMatter.extend({
      /** Who ran it when the page was read: of two who hand it over at once, one is refused. */
      fromId: UserId.nullable(),
      toId: z.uuid('Please choose who will take over').brand<'user'>(),
      /** For colleagues only. */
      note: prose(4000),
      isClientTold: z.boolean(),
    }),
    /** The appointments that were there, and which of them went along. */
    output: z.strictObject({ to: z.string(), appointments: z.array(ComingAppointment) }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Hands a case to a colleague, with a note that only the firm reads',
  }),
}
