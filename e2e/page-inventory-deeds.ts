import type { Page } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { witness } from '#contract/signatures/witness.ts'
import type { Visit } from './journey.ts'
import { enterCode, introduce, inviteWitness, openDeed, sendDeed } from './page-actions/deeds.ts'
import { type Facts, type Guest, press } from './page-inventory-guests.ts'

const name = 'Deed of gift of a share in the proceeds of sale'

/** Signs in as the client to whom a deed was sent. */
async function receiveDeed(visit: Visit, { firstName = 'Amara', lastName = 'Okafor' }: Facts = {}) {
  const { user, username, password } = await visit.signUp({ firstName, lastName })
  const deed = await sendDeed(visit, { clientId: user.id, name, parties: 'Kofi Mensah' })
  await visit.ask(accounts.login, { username, password })
  return deed
}

/** A client with a deed to sign. */
export const signer: Guest = {
  enter: receiveDeed,
  places: [
    { name: 'deed', path: '/signatures', open: (page) => openDeed(page, name) },
    {
      name: 'deed-invited',
      path: '/signatures',
      open: async (page) => inviteWitness(await openDeed(page, name)),
    },
  ],
}

let invitation = { link: '', code: '' }
const toLink = (page: Page) => page.goto(invitation.link)
const toDetails = (page: Page) => enterCode(page, invitation)

/** Someone with the link to witness a deed, whose signer is signed in elsewhere. */
export const deedWitness: Guest = {
  enter: async (visit, facts) => {
    const { id } = await receiveDeed(visit, facts)
    const { path, code } = await visit.ask(witness.invite, { id })
    invitation = { link: path, code }
    await visit.context.clearCookies()
  },
  places: [
    { name: 'witness-code', path: '/verify', open: toLink },
    { name: 'witness-details', path: '/verify', open: toDetails },
    {
      name: 'witness-missing',
      path: '/verify',
      open: async (page) => {
        await toLink(page)
        await press('I’m ready to witness')(page)
        await page.getByText('Please enter your occupation').waitFor()
      },
    },
    {
      name: 'witness-waiting',
      path: '/verify',
      open: async (page) => {
        await toLink(page)
        await introduce(page, 'Bartholomew-Maximilian Featherstonehaugh-Cholmondeley')
        await page.getByText(/^Now watch/).waitFor()
      },
    },
  ],
}
