import { z } from 'zod'
import { email, isSameEmail, UserId } from '../accounts/accounts.ts'
import { command, create, line } from '../kit/endpoint.ts'
import { telephone } from '../kit/telephone.ts'
import { MatterId, NewMatter } from '../matters/matters.ts'

/** The most clients that can be invited at once: those of one case. */
export const mostInvitedTogether = 4

const emailWords = 'Please enter a valid email address'

const NewClient = z.strictObject({
  firstName: line(80, 'Please enter their first name'),
  lastName: line(80, 'Please enter their last name'),
  email: email(emailWords),
  phone: telephone(),
})

/** Each client has an account of their own, so two cannot share an email address. */
const NewClients = z
  .array(NewClient)
  .min(1, 'Please say whom to invite')
  .max(mostInvitedTogether)
  .superRefine((clients, { addIssue }) => {
    for (const [at, { email }] of clients.entries())
      if (clients.findIndex((other) => isSameEmail(other.email, email)) < at)
        addIssue({
          code: 'custom',
          path: [at, 'email'],
          message: 'Each client needs an email address of their own',
        })
  })

/** The link of an invitation to hand over, if the portal sends no email. Null if it was emailed. */
const path = z.string().nullable()

export const clientInvitations = {
  send: create('/api/firm/clients', {
    input: z.strictObject({
      clients: NewClients,
      /** The person responsible for them. Defaults to the user who invites them. */
      feeEarnerId: UserId.optional(),
      /** The case to open: the first client's, with the others as joint clients. */
      matter: NewMatter.optional(),
    }),
    output: z.strictObject({
      clients: z.array(z.strictObject({ id: UserId, name: z.string(), path })),
      matter: z.strictObject({ id: MatterId, reference: z.string() }).nullable(),
    }),
    audience: 'firm',
    action: 'clients.invite',
    summary: 'Opens accounts for new clients, and their case, and sends each a link for choosing a password',
  }),
  resend: command('/api/firm/clients/:id/invite', {
    input: z.strictObject({ id: UserId, email: email(emailWords) }),
    output: z.strictObject({ email: z.string(), path }),
    audience: 'firm',
    action: 'clients.invite',
    summary: 'Sends a client who has never signed in a new link, to the same address or a corrected one',
  }),
}
