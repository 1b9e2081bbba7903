import { z } from 'zod'
import { sessionToken } from './session-token.ts'

/** The key in a link of an email. With another length it isn't one, so nothing is known of the link but that. */
export const LinkToken = z.string().regex(sessionToken, 'This link is incomplete')
