import { Problem } from '#contract/problem.ts'
import { brokenConstraint } from '#server/platform/db.ts'

const taken: Record<string, [string, string]> = {
  users_username_key: ['username', 'This username is already taken. Please choose another.'],
  users_email_key: ['email', 'An account with this e-mail address already exists. Please sign in instead.'],
}

/** The refusal where a name or an address is another person's, or null for any other failure. */
export const takenField = (error: unknown) => {
  const [field, words] = taken[brokenConstraint(error) ?? ''] ?? []
  if (field === undefined || words === undefined) return null
  return new Problem('conflict', words, { fields: { [field]: words }, reason: 'already_taken' })
}
