import type { Page } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import {
  answerForm,
  assess,
  claimIdentity,
  payFees,
  sendPaper,
  signLetter,
  verifyAccount,
} from './arrange.ts'
import { answerWith } from './failed-answers.ts'
import { idle } from './idle.ts'
import { chooseFile } from './page-actions/documents.ts'
import { openTask, taskRow } from './page-actions/tasks.ts'
import { deedWitness, signer } from './page-inventory-deeds.ts'
import { invited, people, tidying } from './page-inventory-dialogs.ts'
import { administrator, staff } from './page-inventory-firm.ts'
import { type Facts, type Guest, type InventoryPage, press } from './page-inventory-guests.ts'
import { photograph, statement } from './test-documents.ts'

const task = (title: string, button: string | RegExp) => (page: Page) => openTask(page, title, button)

const correct = async (page: Page) => {
  await press(/^Preview .*pdf/)(page)
  await page.getByText('See what we read').first().click()
  await press('Correct a misread value')(page)
}
const tryStatement = async (page: Page) => {
  await page.getByLabel('Document type').selectOption('bank_statement')
  await chooseFile(page.getByRole('main'), await statement())
  await press('Validate document')(page)
  await page.getByRole('heading', { name: 'Validation result' }).waitFor()
}

/** Opens a link to choose a password as if it still worked, for a visitor who has none. */
const openResetLink = async (page: Page) => {
  const works = { status: 200, contentType: 'application/json', body: JSON.stringify({ success: true }) }
  const undo = await answerWith(page, accounts.lookAtReset, works)
  await page.goto(`/reset-password?token=${'b'.repeat(43)}`)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await undo()
}

const beginTwoFactor = async (page: Page) => {
  await page.getByRole('switch', { name: 'Ask for a code when I sign in' }).click()
  await page.getByText('Scan the code, or type this key:').waitFor()
}
const viewSignatures = async (page: Page) => {
  await page.getByRole('tab', { name: /Signed Documents/ }).click()
  await press(/^View Signatures/)(page)
  await page.getByText('Nothing has changed since it was signed').waitFor()
}

const visitor: Guest = {
  enter: async () => {},
  places: [
    { name: 'auth', path: '/auth' },
    { name: 'register', path: '/auth', open: (page) => page.getByRole('tab', { name: 'Register' }).click() },
    { name: 'provider', path: '/auth/provider?code=a&state=b' },
    { name: 'forgotten-password', path: '/reset-password' },
    { name: 'link-over', path: `/reset-password?token=${'a'.repeat(43)}` },
    { name: 'new-password', path: '/reset-password', open: openResetLink },
    { name: 'confirm-email', path: `/confirm-email?token=${'a'.repeat(43)}` },
    { name: 'auth-test', path: '/auth-test' },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'complaints', path: '/complaints' },
    { name: 'accessibility', path: '/accessibility' },
    { name: 'help', path: '/help?q=witness' },
    { name: 'guide', path: '/help/client' },
    { name: 'verify', path: '/verify' },
    { name: 'invitation', path: `/invitation?token=${'n'.repeat(43)}` },
    { name: '404', path: '/no-such-page' },
  ],
}

const newcomer: Guest = {
  enter: ({ signUp }, facts) => signUp({ ...namesOf(facts), isNew: true }),
  places: [
    { name: 'welcome', path: '/welcome' },
    { name: 'onboarding', path: '/onboarding' },
    { name: 'locked', path: '/documents' },
  ],
}

const comeHalfway: Guest['enter'] = async (visit, facts) => {
  const { bill = 'bank-statement.pdf', photo = 'passport.jpg' } = facts ?? {}
  await visit.signUp(namesOf(facts))
  await sendPaper(visit, await statement({ name: bill }), 'proof_of_address')
  await sendPaper(visit, await photograph(photo), 'proof_of_identity')
  await answerForm(visit)
  await verifyAccount(visit)
}

const halfway: Guest = {
  enter: comeHalfway,
  places: [
    { name: 'dashboard', path: '/' },
    { name: 'upload', path: '/', open: task('Upload proof of funds', 'Upload') },
    // If the client has another name, the document must be uploaded again.
    { name: 'verdict', path: '/', open: task('Upload proof of address', /^(View|Upload)$/) },
    { name: 'payment', path: '/', open: task('Pay search fees', 'Pay Now') },
    { name: 'identity', path: '/', open: task('Verify your identity', 'Complete') },
    { name: 'bank-view', path: '/', open: task('Verify your bank account', 'View') },
    { name: 'risk', path: '/', open: task('Risk Assessment', 'Complete') },
    { name: 'letter', path: '/', open: task('Sign your client care letter', 'Sign') },
    { name: 'answers', path: '/', open: task('Client Questionnaire', 'View') },
    // The page remembers which of the two views was chosen, so this one comes last.
    { name: 'grouped', path: '/', open: press('Grouped view') },
  ],
}

const halfwayElsewhere: Guest = {
  enter: comeHalfway,
  places: [
    { name: 'documents', path: '/documents' },
    { name: 'documents-upload', path: '/documents', open: press('Upload Document') },
    { name: 'preview', path: '/documents', open: press(/^Preview .*pdf/) },
    { name: 'delete', path: '/documents', open: press(/^Delete/) },
    { name: 'payments', path: '/payments' },
    { name: 'make-payment', path: '/payments', open: press('Make Payment') },
    { name: 'settings', path: '/settings' },
    {
      name: 'security',
      path: '/settings',
      open: (page) => page.getByRole('tab', { name: 'Security' }).click(),
    },
    { name: 'two-factor', path: '/settings?tab=security', open: beginTwoFactor },
    { name: 'no-appointments', path: '/appointments' },
    { name: 'schedule', path: '/appointments', open: press('Schedule Appointment') },
    { name: 'correction', path: '/documents', open: correct },
    { name: 'id-verification', path: '/id-verification' },
    { name: 'id-verification-upload', path: '/id-verification/upload' },
    { name: 'gbg-test', path: '/gbg-test', open: tryStatement },
    { name: 'account-menu', path: '/settings', open: press(/@/) },
    { name: 'phone-menu', path: '/settings', open: press('Open menu'), isOnPhone: true },
  ],
}

const finished: Guest = {
  enter: async (visit, facts) => {
    await visit.signUp(namesOf(facts))
    await answerForm(visit)
    await assess(visit)
    await sendPaper(visit, await statement(), 'proof_of_address')
    await sendPaper(visit, await statement({ name: 'savings.pdf' }), 'proof_of_funds')
    await sendPaper(visit, await photograph(), 'proof_of_identity')
    await payFees(visit)
    await verifyAccount(visit)
    await claimIdentity(visit)
    await signLetter(visit)
  },
  places: [
    { name: 'all-done', path: '/' },
    { name: 'receipt', path: '/', open: task('Pay search fees', 'View') },
    {
      name: 'signed',
      path: '/signatures',
      open: (page) => page.getByRole('tab', { name: /Signed/ }).click(),
    },
    { name: 'signatures', path: '/signatures', open: viewSignatures },
    { name: 'letter-signed', path: '/', open: task('Sign your client care letter', 'View') },
    { name: 'history', path: '/payments' },
    { name: 'history-receipt', path: '/payments', open: press(/^Receipt/) },
  ],
}

const inviteJointClient = async (page: Page) => {
  await press(/^Actions for/)(page)
  await page.getByRole('menuitem', { name: 'Invite a joint client' }).click()
}

const demo: Guest = {
  enter: ({ ask }) => ask(accounts.login, { username: 'testuser', password: demoPassword }),
  places: [
    { name: 'to-sign', path: '/signatures' },
    { name: 'sign', path: '/signatures', open: press('Sign Document Contract for sale') },
    { name: 'appointments', path: '/appointments' },
    {
      name: 'calendar',
      path: '/appointments',
      open: (page) => page.getByRole('tab', { name: 'Calendar View' }).click(),
    },
    { name: 'returning', path: '/', open: (page) => taskRow(page, 'Risk Assessment').waitFor() },
    { name: 'draft', path: '/', open: task('Risk Assessment', 'Continue') },
    { name: 'reset', path: '/', open: press('Reset Data') },
    { name: 'notifications', path: '/settings', open: press(/^Notifications/) },
    { name: 'demo-inbox', path: '/demo-inbox' },
    { name: 'cases', path: '/cases', open: (page) => page.getByRole('tab', { name: /^All Cases/ }).click() },
    { name: 'case', path: '/cases', open: press(/^Timeline of/) },
    { name: 'new-case', path: '/cases', open: press('New Case') },
    { name: 'invite-joint-client', path: '/cases', open: inviteJointClient },
    { name: 'data-protection', path: '/settings?tab=data-protection' },
    { name: 'conversation', path: '/messages', open: press(/^P?R?Priya Raman/) },
  ],
}

/** All kinds of users, with every page, dialog, menu and sheet that they can open. */
export const guests = {
  visitor,
  newcomer,
  halfway,
  halfwayElsewhere,
  finished,
  demo,
  staff,
  administrator,
  signer,
  deedWitness,
  people,
  tidying,
  invited,
}

/**
 * Opens a page and waits until it is idle. Within the portal it follows the path as the browser's Back does: a new
 * document would compile the portal and axe again, which takes four times as long as all that is checked.
 */
export async function enterPlace(page: Page, { path, open }: InventoryPage) {
  // A page that is left forgets what was opened over it.
  await follow(page, '/terms')
  await follow(page, path)
  await open?.(page)
  await idle(page)
}

async function follow(page: Page, path: string) {
  const { protocol, pathname } = new URL(page.url())
  if (protocol === 'about:' || pathname === path) {
    await page.goto(path)
    return
  }
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = ''
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('h1:not([data-left])').first().waitFor()
}

const namesOf = ({ firstName = 'Amara', lastName = 'Okafor' }: Facts = {}) => ({ firstName, lastName })
