import type { Happening, Happenings } from '#contract/happenings.ts'
import type { Ctx } from './ctx.ts'

/** What a feature does when another one announces something, in the announcer's transaction. */
export type Reactions = { [H in Happening]?: (ctx: Ctx, facts: Happenings[H]) => Promise<void> }
