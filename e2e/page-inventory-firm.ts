import type { Page } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { people } from '#contract/firm/people.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { type Guest, press } from './page-inventory-guests.ts'

const decide = async (page: Page) => {
  await page.getByRole('link', { name: /^Decide/ }).click()
  await press('Open case')(page)
}

const openMatter = async (page: Page) => {
  await page.getByRole('link', { name: /^View: Purchase of Flat 4/ }).click()
  await page.getByRole('button', { name: 'Choose a stage' }).waitFor()
}
/** Opens a tab of that case. */
const openTab = (name: string, heading: string) => async (page: Page) => {
  await openMatter(page)
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('heading', { level: 2, name: heading }).first().waitFor()
}
const askOnMatter = async (page: Page) => {
  await openMatter(page)
  await press('Ask for a document')(page)
}
const editMatter = async (page: Page) => {
  await openMatter(page)
  await press('Edit details')(page)
}

const details = async (page: Page) => {
  await press('Details of Authority to act')(page)
  await page.getByText('Nothing has changed since it was signed').waitFor()
}

const followClient = async (page: Page) => {
  await page.getByRole('link', { name: 'Daniel Whitmore' }).click()
  await page.getByRole('heading', { level: 1, name: 'Daniel Whitmore' }).waitFor()
}
const openReview = async (page: Page) => {
  await page.getByRole('link', { name: 'Daniel Whitmore' }).first().click()
  await page.getByRole('button', { name: 'Accept' }).waitFor()
}
const openCheck = async (page: Page) => {
  await page.getByRole('link', { name: 'Open', exact: true }).first().click()
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
}
const changeTeam = async (page: Page) => {
  await followClient(page)
  await press('Change')(page)
  await page.getByLabel('Responsible').waitFor()
}
const leave = async (page: Page) => {
  await press('Change Priya Raman')(page)
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
}

/** A fee earner of the demo. */
export const staff: Guest = {
  enter: ({ ask }) => ask(accounts.login, { username: 'priya', password: demoPassword }),
  places: [
    { name: 'firm', path: '/firm' },
    { name: 'firm-help', path: '/help?q=how+do+I+reject+a+document' },
    { name: 'firm-signatures', path: '/firm/signatures' },
    { name: 'firm-send', path: '/firm/signatures', open: press('Send for signature') },
    {
      name: 'firm-send-deed',
      path: '/firm/signatures',
      open: async (page) => {
        await press('Send for signature')(page)
        await page.getByRole('checkbox', { name: 'This is a deed' }).check()
      },
    },
    { name: 'firm-evidence', path: '/firm/signatures', open: details },
    { name: 'firm-clients', path: '/firm/clients' },
    { name: 'client', path: '/firm/clients', open: followClient },
    { name: 'queue', path: '/firm/queue' },
    { name: 'reviews', path: '/firm/documents' },
    { name: 'review', path: '/firm/documents', open: openReview },
    {
      name: 'reject',
      path: '/firm/documents',
      open: async (page) => {
        await openReview(page)
        await press('Reject')(page)
      },
    },
    { name: 'checks', path: '/firm/checks' },
    { name: 'accept-check', path: '/firm/checks', open: press(/^Accept/) },
    { name: 'check', path: '/firm/checks', open: openCheck },
    { name: 'refunds', path: '/firm/refunds' },
    { name: 'payouts', path: '/firm/payouts' },
    { name: 'firm-cases', path: '/firm/cases' },
    { name: 'firm-case', path: '/firm/cases', open: decide },
    { name: 'firm-open-case', path: '/firm/cases', open: openMatter },
    { name: 'firm-case-details', path: '/firm/cases', open: editMatter },
    { name: 'firm-case-people', path: '/firm/cases', open: openTab('People', 'Parties') },
    { name: 'firm-case-tasks', path: '/firm/cases', open: openTab('Tasks', 'Asked for by hand') },
    { name: 'firm-case-documents', path: '/firm/cases', open: openTab('Documents', 'Letters') },
    { name: 'firm-case-money', path: '/firm/cases', open: openTab('Money', 'Payments') },
    { name: 'firm-case-messages', path: '/firm/cases', open: openTab('Messages', 'Messages') },
    { name: 'firm-case-notes', path: '/firm/cases', open: openTab('Notes', 'Internal notes') },
    { name: 'firm-case-activity', path: '/firm/cases', open: openTab('Activity', 'Activity') },
    { name: 'firm-case-request', path: '/firm/cases', open: askOnMatter },
    { name: 'firm-new-case', path: '/firm/cases', open: press('New case for a client') },
    { name: 'firm-messages', path: '/firm/messages' },
    { name: 'firm-appointments', path: '/firm/appointments' },
    {
      name: 'working-hours',
      path: '/firm/appointments',
      open: (page) => page.getByRole('tab', { name: 'Working Hours' }).click(),
    },
    { name: 'firm-schedule', path: '/firm/appointments', open: press('Schedule Appointment') },
    { name: 'gbg-test', path: '/gbg-test' },
  ],
}

/** The demo's administrator, after inviting someone with a long email address. */
export const administrator: Guest = {
  enter: async (visit) => {
    await visit.ask(accounts.login, { username: 'admin', password: demoPassword })
    await visit.ask(people.invite, { email: `${'long'.repeat(12)}@example.com`, roles: ['fee_earner'] })
  },
  places: [
    { name: 'operations', path: '/help/operations' },
    { name: 'team', path: '/firm/clients', open: changeTeam },
    { name: 'people', path: '/firm/people' },
    { name: 'invite', path: '/firm/people', open: press('Invite') },
    { name: 'send-again', path: '/firm/people', open: press(/^Create a new link/) },
    { name: 'deactivate', path: '/firm/people', open: leave },
    { name: 'templates', path: '/firm/templates' },
    {
      name: 'template',
      path: '/firm/templates',
      open: (page) => page.getByRole('link', { name: 'Purchase' }).click(),
    },
    { name: 'firm-settings', path: '/firm/settings' },
    { name: 'api-keys', path: '/firm/integrations' },
    { name: 'new-key', path: '/firm/integrations', open: press('New API key') },
    { name: 'webhooks', path: '/firm/integrations?tab=webhooks' },
    { name: 'sign-on', path: '/firm/integrations?tab=sign-on' },
    { name: 'sign-on-group', path: '/firm/integrations?tab=sign-on', open: press('Add a group') },
    { name: 'connections', path: '/firm/integrations?tab=connections' },
    {
      name: 'connect-mail',
      path: '/firm/integrations?tab=connections',
      open: press('Connect: Email'),
    },
    { name: 'new-webhook', path: '/firm/integrations?tab=webhooks', open: press('New webhook') },
  ],
}
