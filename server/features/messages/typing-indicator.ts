import type { Input } from '#contract/kit.ts'
import { type messages as contract, typingEvery } from '#contract/messages.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pairToWrite } from './people.ts'

// Of this process alone: at worst, two nodes show the same thing twice.
const shown = new Map<string, number>()
const remembered = 10_000

/** Shows the receiver that somebody types to them, not more often than a page has a use for. */
export async function broadcastTyping(ctx: Ctx, { receiverId }: Input<typeof contract.typing>) {
  const whose = `${ctx.actor.id} ${receiverId}`
  const isNew = ctx.now.getTime() - (shown.get(whose) ?? 0) >= typingEvery / 2
  if (isNew) {
    await pairToWrite(ctx, receiverId)
    if (shown.size >= remembered) shown.clear()
    shown.set(whose, ctx.now.getTime())
    await ctx.broadcastTyping(receiverId)
  }
  return { success: true as const }
}
