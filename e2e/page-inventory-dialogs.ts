import type { Page } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { lists } from '#contract/firm/lists.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { companyRegister } from '#contract/organisations/register.ts'
import { demoPassword } from '#server/demo/firm.ts'
import type { Visit } from './journey.ts'
import { type Facts, type Guest, press } from './page-inventory-guests.ts'

const title = 'Purchase of 18 Harbour View'
/** Someone whose names are as long as the visit wants. */
const giver = ({ firstName = 'Ines', lastName = 'Carvalho' }: Facts = {}) => ({
  role: 'giver_of_funds' as const,
  kind: 'person' as const,
  name: `${firstName} ${lastName}`,
  email: 'ines.carvalho@example.com',
  phone: '',
  number: '',
  detail: '',
})
const document = { title: 'A letter about your gift', description: '' }

/** Adds a guest to a case of the demo, who is locked out after five wrong codes. */
async function lockGuest({ ask }: Visit, facts?: Facts) {
  const { rows } = await ask(lists.matters, { search: title })
  const id = rows[0]?.id
  if (!id) throw new Error(`The demo has no case “${title}”.`)
  const { id: partyId } = await ask(matterParties.add, { id, ...giver(facts) })
  const { path, code } = await ask(guests.invite, { id, partyId, documents: [document] })
  const token = new URL(path ?? '', 'https://portal.example').searchParams.get('token') ?? ''
  const wrong = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 5; tries += 1) await ask(guests.enter, { token, code: wrong }).catch(() => {})
}

const openPeople = async (page: Page) => {
  await page.getByRole('link', { name: `View: ${title}, Daniel Whitmore` }).click()
  await page.getByRole('tab', { name: /^People/ }).click()
  await page.getByRole('list', { name: 'Parties' }).waitFor()
}
const onPeople = (name: string | RegExp) => async (page: Page) => {
  await openPeople(page)
  await press(name)(page)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
}

/** A fee earner with a case whose people change. */
export const people: Guest = {
  enter: async (visit, facts) => {
    await visit.ask(accounts.login, { username: 'priya', password: demoPassword })
    await lockGuest(visit, facts)
  },
  places: [
    { name: 'party-removal', path: '/firm/cases', open: onPeople(/^Remove Helen/) },
    { name: 'guest-new-link', path: '/firm/cases', open: onPeople(/^Create a new link/) },
    { name: 'guest-access', path: '/firm/cases', open: onPeople(/^Guest access/) },
    { name: 'add-party', path: '/firm/cases', open: onPeople('Add party') },
    {
      name: 'invite-couple',
      path: '/firm/clients',
      open: async (page) => {
        await press('Invite a client')(page)
        await press('Add a joint client')(page)
      },
    },
    {
      name: 'hand-over',
      path: '/firm/cases',
      open: async (page) => {
        await page.getByRole('link', { name: `View: ${title}, Daniel Whitmore` }).click()
        await press('Hand over')(page)
        await page.getByLabel('Who takes over?').waitFor()
      },
    },
  ],
}

const merge = async (page: Page) => {
  await page.getByRole('link', { name: 'Daniel Whitmore' }).click()
  await press('Merge another record')(page)
  const dialog = page.getByRole('dialog', { name: 'Merge two records' })
  const george = dialog.getByRole('option', { name: /^George Adeyemi/ })
  await dialog.getByLabel('The other record').selectOption(await george.getAttribute('value'))
  await dialog.getByRole('group', { name: 'Which account do they keep?' }).waitFor()
}

/** An administrator with a key that can be removed, and records that can be merged. */
export const tidying: Guest = {
  enter: async ({ ask }) => {
    await ask(accounts.login, { username: 'admin', password: demoPassword })
    await ask(companyRegister.save, { key: '0123456789abcdef', currentPassword: demoPassword })
  },
  places: [
    { name: 'merge', path: '/firm/clients', open: merge },
    { name: 'remove-secret', path: '/firm/integrations?tab=register', open: press(/^Remove key/) },
  ],
}

let invitation = ''

/** Someone who was invited to a case by a client of it. */
export const invited: Guest = {
  enter: async ({ ask, context }) => {
    await ask(accounts.login, { username: 'testuser', password: demoPassword })
    const own = (await ask(matters.list, {})).find(({ status }) => status === 'open')
    if (!own) throw new Error('The client of the demo has no open case.')
    const email = 'kofi.mensah@example.com'
    const { path } = await ask(jointClients.invite, { id: own.id, name: 'Kofi Mensah', email })
    invitation = path ?? ''
    await context.clearCookies()
  },
  places: [
    { name: 'join-case', path: '/verify', open: (page) => page.goto(invitation) },
    {
      name: 'decline-invitation',
      path: '/verify',
      open: async (page) => {
        await page.goto(invitation)
        await press('Decline invitation')(page)
      },
    },
  ],
}
