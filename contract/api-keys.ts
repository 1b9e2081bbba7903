import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { confirmingPassword, ownPassword } from './accounts/passwords.ts'
import { command, create, id, instant, line, newInOutput, read } from './kit/endpoint.ts'
import { KeyScope } from './kit/rights.ts'

declare module './kit/portal.ts' {
  interface Topics {
    apikeys: true
  }
}

export const ApiKeyId = id('apiKey')
export type ApiKeyId = z.infer<typeof ApiKeyId>

/** The label and description of each scope, for the administrator who chooses the scopes of a key. */
export const scopeWords: Record<KeyScope, { label: string; line: string }> = {
  'clients.read': {
    label: 'Read clients',
    line: 'Contact details, date of birth as they gave it, team and tasks of every client.',
  },
  'matters.read': { label: 'Read cases', line: 'Every case that isn’t restricted, with its timeline.' },
  'matters.run': {
    label: 'Run cases',
    line: 'Opens and closes cases, sets stages and next steps, and writes notes to clients.',
  },
  'documents.read': { label: 'Read documents', line: 'Every client’s documents, with the files.' },
  'payments.read': { label: 'Read payments', line: 'Every client’s payments and refunds.' },
  'identity.report': {
    label: 'Send identity reports',
    line: 'Adds a provider’s identity reports to clients, and reads none.',
  },
}

/** How long a key can be used. A key without expiry would be forgotten, and could be found by others. */
export const Lifetime = z.enum(['30d', '90d', '365d'], 'Please choose how long the key can be used')
export type Lifetime = z.infer<typeof Lifetime>
export const lifetimeDays: Record<Lifetime, number> = { '30d': 30, '90d': 90, '365d': 365 }

/** The prefix of every API key, by which people and secret scanners recognise one. */
export const keyPrefix = 'portico_'

export const ApiKey = z.strictObject({
  id: ApiKeyId,
  name: z.string(),
  /** The first characters of the key: enough to tell it from others, and no more. */
  hint: z.string(),
  scopes: z.array(KeyScope),
  /** Null if that person's name is no longer known. */
  createdBy: z.string().nullable(),
  /** Names alone don't tell two people apart. */
  createdById: newInOutput(UserId.nullable(), null),
  createdAt: instant,
  expiresAt: instant,
  /** Accurate to the minute. Null if the key has not been used. */
  lastUsedAt: instant.nullable(),
  /** The IP address of the last use. */
  lastUsedFrom: z.string().nullable(),
  withdrawnAt: instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Shared rule: whether a key can be used at this time. */
export const keyState = (
  { withdrawnAt, expiresAt }: Pick<ApiKey, 'withdrawnAt' | 'expiresAt'>,
  now: Date,
): 'active' | 'expired' | 'withdrawn' => {
  if (withdrawnAt !== null) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'active'
}

export const apiKeys = {
  list: read('/api/firm/api-keys', {
    output: z.array(ApiKey),
    audience: 'firm',
    action: 'settings.manage',
    summary: "The API keys of the firm's own systems, newest first",
  }),
  create: create('/api/firm/api-keys', {
    input: z.strictObject({
      name: line(60, 'Please give the key a name'),
      scopes: z.array(KeyScope).min(1, 'Please choose at least one scope').max(KeyScope.options.length),
      lifetime: Lifetime,
      /** Of whoever makes the key. */
      password: ownPassword(),
    }),
    output: ApiKey.extend({
      /** The key itself. Only this response contains it. */
      token: z.string(),
    }),
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Makes an API key; the answer is the only one that tells it',
  }),
  withdraw: command('/api/firm/api-keys/:id/withdraw', {
    input: z.strictObject({ id: ApiKeyId, password: confirmingPassword }),
    output: ApiKey,
    audience: 'firm',
    action: 'settings.manage',
    summary: "Withdraws an API key, which opens nothing from then on; needs the administrator's password",
  }),
}
