import { z } from 'zod'
import { confirmingPassword } from './accounts/passwords.ts'
import { command } from './kit/endpoint.ts'

export const SecretRemoval = z.strictObject({
  password: confirmingPassword,
  /**
   * Removes it although payments or checks begun with it are unfinished. A 409 `unfinished` asks for it, and says what
   * becomes of them.
   */
  leavesUnfinished: z.boolean().optional(),
})
export type SecretRemoval = z.infer<typeof SecretRemoval>

/**
 * How the secret of every provider is removed: with the password, and never one that was set where the portal was
 * started. The provider is off from then on. Not DELETE, whose input is sent in the address, where a password would be
 * logged.
 */
export const removesSecret = <O extends z.ZodType>(path: `/api/${string}`, output: O, provider: string) =>
  command(`${path}/remove-secret`, {
    input: SecretRemoval,
    output,
    audience: 'firm',
    action: 'settings.manage',
    summary: `Forgets the secrets of ${provider}, which is off from then on; needs the administrator's password`,
  })
