import { z } from 'zod'

/** Why somebody is neither told nor sees what they are asked for. */
export const Unreached = z.enum(['link_over', 'left', 'not_invited'])
export type Unreached = z.infer<typeof Unreached>

/** What to tell the firm, and what to do about it. Said of somebody who is named beside it. */
export const unreachedWords: Record<Unreached, string> = {
  link_over:
    'Their guest link has ended, so nothing reaches them. Please send them a new link and code from their case.',
  left: 'Their account is closed, so nothing reaches them.',
  not_invited: "Can't sign in yet. Please invite them first.",
}
