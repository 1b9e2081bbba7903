import { Problem } from '#contract/kit/problem.ts'
import type { Party } from '#contract/matters/party.ts'

export const emailMissing = ({ name }: Party) =>
  new Problem('unprocessable', `Please enter an email address for ${name} first.`, {
    reason: 'email_missing',
  })

export const guestAlready = ({ name }: Party) =>
  new Problem('conflict', `${name} has been invited already. You can send a new link and code.`, {
    reason: 'guest_already',
  })

export const guestOfRestricted = () =>
  new Problem(
    'conflict',
    'A guest can’t be invited to a restricted case: others at the firm would see their name in lists. Please ask them for it yourself.',
    { reason: 'case_restricted' },
  )

/** Without the name of the client if they are one of another case, which the user may not see. */
export const clientsAddress = ({ name, email }: Party, client: string | null) =>
  new Problem(
    'conflict',
    `${email} is also the address of ${client ? `${client}, a client of this case` : 'a client of another case of theirs'}, who would get the link of ${name}. Please enter ${name}’s own address, or confirm that they share this one.`,
    { reason: 'clients_address' },
  )

export const linkOver = () =>
  new Problem(
    'not_found',
    'This link has expired, or been replaced or withdrawn. Please ask us for a new one.',
    { reason: 'guest_over' },
  )

/** Tasks of theirs may be on hold, so nobody is told here that their part is finished. */
export const nothingDue = () =>
  new Problem('not_found', 'Nothing is due from you at the moment. Thank you.', { reason: 'guest_done' })

export const linkLocked = () =>
  new Problem('conflict', 'Too many wrong codes were entered for this link. Please call us for a new one.', {
    reason: 'guest_locked',
  })

export const wrongCode = (left: number) => {
  const words = `That code is incorrect. You have ${left === 1 ? 'one try' : `${left} tries`} left.`
  return new Problem('unprocessable', words, { fields: { code: words }, reason: 'wrong_code' })
}
