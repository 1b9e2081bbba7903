import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { signOn } from '#contract/sign-on.ts'
import type { Portal } from '#server/testing/portal.ts'
import { openProvider } from './provider.ts'

type SaveInput = Input<typeof signOn.save>
let count = 0

/** Returns a portal whose staff sign in by a provider, with what they can do there. */
export async function withProvider(portal: Portal) {
  const provider = await openProvider('https://portal.example/auth/provider', 'https://portal.example/auth')
  const boss = await portal.staff('administrator')
  const { issuer, clientId, clientSecret } = provider
  const save = (change: Partial<SaveInput> = {}, who: Pick<typeof boss, 'ask'> = boss) =>
    who.ask(signOn.save, {
      name: 'Provider',
      isOn: true,
      issuer,
      clientId,
      clientSecret,
      joining: 'invited',
      groupsClaim: 'groups',
      scopes: 'groups',
      groupRoles: [],
      trustsEmail: false,
      trustsSecondFactor: false,
      acrValues: '',
      currentPassword: portal.password,
      ...change,
    })
  await save()
  /** Adds a person to the provider, with an address that it has verified. */
  const employ = (facts: Partial<Parameters<typeof provider.accounts.set>[1]> = {}) => {
    count += 1
    const subject = `subject-${count}`
    const account = { email: `person${count}@firm.example`, email_verified: true, ...facts }
    provider.accounts.set(subject, account)
    return { subject, account }
  }
  /** Signs in at the provider and comes back with its response. */
  const come = async (subject: string | null, browser = portal.visitor()) => {
    const { url } = await browser.ask(signOn.begin, { next: '/firm/clients' })
    const query = await provider.signIn(url, subject)
    return { browser, ...(await browser.ask(signOn.enter, { query })) }
  }
  const confirm = (id: UserId) =>
    portal.pool.query('update users set email_confirmed_at = now() where id = $1', [id])
  return { provider, boss, save, employ, come, confirm }
}
