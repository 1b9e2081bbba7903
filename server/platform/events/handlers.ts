import type { DomainEvent, DomainEvents } from '#contract/domain-events.ts'
import type { Ctx } from '../ctx.ts'

/** What a feature does when another one publishes an event, in the publisher's transaction. */
export type EventHandlers = { [E in DomainEvent]?: (ctx: Ctx, payload: DomainEvents[E]) => Promise<void> }
