import { Problem } from '#contract/problem.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

const taken: Record<string, [string, string]> = {
  users_username_key: ['username', 'This username is already taken. Please choose another.'],
  users_username_look: [
    'username',
    'This username looks too much like one that is already taken. Please choose another.',
  ],
  users_email_key: ['email', 'An account with this email address already exists. Please sign in instead.'],
}

/** What is wrong with a name and an address that another person may have already, by their fields. */
export const takenFields = async (db: Db, wanted: { username: string; email: string }) => {
  const found = await store.findTaken(db, wanted)
  const names = [
    found.look && 'users_username_look',
    found.username && 'users_username_key',
    found.email && 'users_email_key',
  ]
  return Object.fromEntries(names.flatMap((name) => (name && taken[name] ? [taken[name]] : [])))
}

/** The refusal where a name or an address is another person's, or null for any other failure. */
export const takenField = (error: unknown) => {
  const [field, words] = taken[brokenConstraint(error) ?? ''] ?? []
  if (field === undefined || words === undefined) return null
  return problemOf({ [field]: words })
}

/** All that is taken is told in one answer, and as late as it was when the database told it. */
export const refuseTaken = (fields: Record<string, string>) => {
  if (Object.keys(fields).length > 0) throw problemOf(fields)
}

const problemOf = (fields: Record<string, string>) =>
  new Problem('conflict', Object.values(fields).join(' '), { fields, reason: 'already_taken' })
