import { journeys } from './journey.ts'
import { stepIs } from './page-actions/forms.ts'
import {
  expectFocus,
  expectFocusIn,
  expectVisibleFocus,
  pickRadio,
  tabTo,
  typeInto,
} from './page-actions/keys.ts'
import { expectHeading, expectNotice, expectToast } from './page-actions/seen.ts'
import { openFolds, taskDialog, taskRow } from './page-actions/tasks.ts'
import { statement } from './test-documents.ts'

const test = journeys()

test('a client signs in and uploads a document without a mouse, and comes back to where they were', async ({
  visit,
}) => {
  const { page, context, signUp } = await visit()
  const { username, password } = await signUp()
  await context.clearCookies()
  const { keyboard } = page
  await page.goto('/auth')
  await typeInto(page.getByLabel('Username'), username)
  await expectVisibleFocus(page)
  await typeInto(page.getByRole('textbox', { name: 'Password' }), password)
  await keyboard.press('Enter')
  await expectHeading(page, 'Welcome back Amara')
  await expectFocus(page.getByRole('heading', { level: 1 }))

  const title = 'Upload proof of address'
  const button = taskRow(page, title).getByRole('button')
  await tabTo(button)
  await expectVisibleFocus(page)
  await keyboard.press('Enter')
  const dialog = taskDialog(page, title)
  const chooser = page.waitForEvent('filechooser')
  await tabTo(dialog.getByRole('button', { name: 'Choose a file' }))
  await keyboard.press('Enter')
  await (await chooser).setFiles(await statement({ age: 400 }))
  await tabTo(dialog.getByRole('button', { name: 'Upload', exact: true }))
  await keyboard.press('Enter')
  await tabTo(dialog.getByRole('button', { name: 'Keep this one anyway' }))
  await keyboard.press('Enter')
  await expectNotice(page, 'Task Completed', `You have successfully completed: ${title}`)
  const next = page.getByRole('region', { name: 'Do this next' }).getByRole('button')
  await expectFocus(next)

  await keyboard.press('Enter')
  await expectFocusIn(page.getByRole('dialog'))
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(next)
})

test('the first Tab leads past the navigation', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  for (const path of ['/auth-test', '/documents']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await expectFocus(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('main'))
  }
})

test('menus and sheets open, move and close by keys, and give the focus back', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  const { keyboard } = page
  await page.goto('/settings')
  await expectHeading(page, 'Account Settings')
  const account = page.getByRole('complementary').getByRole('button', { name: /@/ })
  await tabTo(account)
  await keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Profile' }))
  await keyboard.press('ArrowDown')
  await expectFocus(page.getByRole('menuitem', { name: 'Log out' }))
  await keyboard.press('Escape')
  await expectFocus(account)

  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.focus()
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
  await keyboard.press('Escape')
  await expectFocus(bell)

  await tabTo(page.getByRole('tab', { name: 'Profile' }))
  await keyboard.press('ArrowRight')
  await expectFocus(page.getByRole('tab', { name: 'Security' }))
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()

  await account.focus()
  await keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Profile' }))
  await keyboard.press('ArrowDown')
  await expectFocus(page.getByRole('menuitem', { name: 'Log out' }))
  await keyboard.press('Enter')
  await expectHeading(page, 'Sign in to your portal')
})

test('a whole form is filled in by keys alone, and a refusal leads to what is wrong', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  const { keyboard } = page
  const title = 'Risk Assessment'
  await page.goto('/')
  await tabTo(taskRow(page, title).getByRole('button'))
  await keyboard.press('Enter')
  const dialog = taskDialog(page, title)
  const group = (name: string) => dialog.getByRole('group', { name })
  const next = async () => {
    await tabTo(dialog.getByRole('button', { name: 'Next' }))
    await keyboard.press('Enter')
  }
  await next()
  await dialog.getByText('Residential status is required').waitFor()
  await expectFocus(dialog.getByRole('radio', { name: 'In a home I own' }))
  await pickRadio(group('Where do you live?'), 'In a home I rent')
  await pickRadio(group('What is your employment status?'), 'Employed')
  await next()
  await stepIs(dialog, 'Financial Information')
  await expectFocus(dialog.getByRole('heading', { name: 'Financial Information' }))
  await pickRadio(group('What is your yearly income before tax?'), '£20,000 to £40,000')
  await typeInto(dialog.getByLabel('Where does the money for this case come from?'), 'Sal')
  await next()
  await stepIs(dialog, 'Legal Matter & Risk Factors')
  await typeInto(dialog.getByLabel('What is this case for?'), 'Div')
  await next()
  await stepIs(dialog, 'Declaration & Consent')
  for (const name of [/I accept the privacy policy/, /I declare/]) {
    await tabTo(dialog.getByRole('checkbox', { name }))
    await keyboard.press('Space')
  }
  await tabTo(dialog.getByRole('button', { name: 'Submit' }))
  await keyboard.press('Enter')
  await expectToast(page, { title: 'Form submitted successfully' })
  await expectFocus(page.getByRole('region', { name: 'Do this next' }).getByRole('button'))
  await openFolds(page)
  await taskRow(page, title).getByRole('button', { name: 'View', exact: true }).waitFor()
})
