// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConnectionName, type ConnectionStanding, connections } from '#contract/connections.ts'
import { Problem } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { ConnectionsTab } from './parts/connections/connections.tsx'

const builtIn: Omit<ConnectionStanding, 'name'> = {
  state: 'built_in',
  isFixed: false,
  facts: [],
  values: {},
  secrets: [],
  filesLeft: null,
  failingSince: null,
  failure: null,
  failureDetail: null,
  answeredAt: null,
  changedAt: null,
  changedBy: null,
}
type Facts = Partial<Record<ConnectionName, Partial<ConnectionStanding>>>

function open(facts: Facts = {}, { isClosed = false, refuses = false } = {}) {
  const inputs: Record<string, unknown>[] = []
  const shown = () => ({
    isClosed,
    connections: ConnectionName.options.map((name) => ({ ...builtIn, name, ...facts[name] })),
  })
  show(<ConnectionsTab />, [
    answer(connections.test, (input) => {
      inputs.push(input)
      if (refuses)
        throw new Problem('invalid', 'Please check the highlighted fields.', {
          fields: { 'settings.password': 'Please enter the password of this user' },
        })
      return [{ step: 'sign_in', state: 'good' as const, words: 'mail.example answers on port 587.' }]
    }),
    answer(connections.disconnect, (input) => {
      inputs.push(input)
      return shown()
    }),
    answer(connections.save, (input) => {
      inputs.push(input)
      return shown()
    }),
    answer(connections.list, shown),
  ])
  return { inputs, user: userEvent.setup() }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('each card says what it is for and how it is; what was set at the start is tested, and changed nowhere', async () => {
  open({
    mail: { state: 'connected', isFixed: true, facts: ['mail.example, port 587'] },
    scanner: {
      state: 'failing',
      facts: ['ClamAV at 127.0.0.1:3310'],
      failingSince: new Date('2026-11-03T09:00:00Z'),
      failure: 'Nothing answers on this port. Please check it.',
      failureDetail: 'connect ECONNREFUSED',
    },
  })
  const mail = within(await screen.findByRole('region', { name: 'Email' }))
  expect(mail.getByText('mail.example, port 587')).toBeVisible()
  expect(mail.queryByRole('button', { name: /^(Change|Disconnect)/ })).toBeNull()
  await userEvent.click(mail.getByRole('button', { name: 'Test the connection: Email' }))
  expect(await mail.findByText('mail.example answers on port 587.')).toBeVisible()
  const scanner = within(screen.getByRole('region', { name: 'Virus scanner' }))
  expect(scanner.getByText('Nothing answers on this port. Please check it.')).toBeVisible()
  expect(scanner.getByText('connect ECONNREFUSED')).toBeVisible()
  expect(scanner.getByText(/^Not working since 3 November 2026/)).toBeVisible()
  expect(screen.getAllByText('Built in')).toHaveLength(4)
})

test('a mail server is tested with what is typed, then saved with the password', async () => {
  const { inputs, user } = open()
  await press('Connect: Email')
  const dialog = within(await screen.findByRole('dialog', { name: 'Email' }))
  await user.click(dialog.getByRole('button', { name: 'Connect' }))
  expect((await dialog.findAllByText(/name or IP address only/)).length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText('Server'), 'mail.example')
  await user.type(dialog.getByLabelText('Sender'), 'portal@example.com')
  await user.click(dialog.getByRole('checkbox', { name: 'Also send a test email to me' }))
  await user.click(dialog.getByRole('button', { name: 'Test the connection' }))
  expect(await dialog.findByText('mail.example answers on port 587.')).toBeVisible()
  await user.type(dialog.getByLabelText('Your password'), 'portico-demo')
  await user.click(dialog.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const settings = { name: 'mail', host: 'mail.example', port: '587', security: 'starttls', user: '' }
  expect(inputs).toMatchObject([
    { name: 'mail', settings: { ...settings, from: 'portal@example.com' }, sendsMail: true },
    { settings, password: 'portico-demo' },
  ])
})

test('a secret that is kept is not shown, says when it was set, and what is missing is said at its field', async () => {
  const { user } = open(
    {
      mail: {
        state: 'connected',
        values: { host: 'mail.example', port: '465', security: 'tls', user: 'portal', from: 'a@example.com' },
        secrets: [{ field: 'password', setAt: new Date('2026-11-03T09:00:00Z') }],
      },
    },
    { refuses: true },
  )
  await press('Change: Email')
  const dialog = within(await screen.findByRole('dialog', { name: 'Email' }))
  expect(dialog.getByLabelText(/^Password/)).toHaveValue('')
  expect(dialog.getByText('••• set on 3 November 2026. Leave blank to keep it.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Test the connection' }))
  expect(await dialog.findByText('Please enter the password of this user')).toBeVisible()
})

test('a certificate is chosen as a file, and files are moved by a command that the card names', async () => {
  const { inputs, user } = open({ files: { state: 'connected', values: { newFiles: 'bucket' } } })
  expect(await screen.findByText(/files:move -- --to s3/)).toBeVisible()
  await press('Connect: Seal certificate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Seal certificate' }))
  await user.upload(
    dialog.getByLabelText('Choose a file', { selector: 'input' }),
    new File(['abc'], 'firm.p12'),
  )
  expect(await dialog.findByText('firm.p12')).toBeVisible()
  await user.type(dialog.getByLabelText('Your password'), 'portico-demo')
  await user.click(dialog.getByRole('button', { name: 'Connect' }))
  await waitFor(() =>
    expect(inputs).toMatchObject([{ settings: { name: 'seal', certificate: btoa('abc') } }]),
  )
})

test.each([
  [0, 'No files are left in the data folder. All of them are in the bucket.'],
  [1, '1 file is still in the data folder'],
  [27, '27 files are still in the data folder'],
  [1000, '1,000 or more files are still in the data folder'],
])('the card of a bucket says how many files are left in the data folder: %i', async (filesLeft, words) => {
  open({ files: { state: 'connected', values: { newFiles: 'bucket' }, filesLeft } })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryAllByText(/files:move/)).toHaveLength(filesLeft === 0 ? 0 : 1)
})

test('disconnecting asks for the password', async () => {
  const { inputs, user } = open({ model: { state: 'connected' } })
  await press('Disconnect: Language model')
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect: Language model' }))
  await user.type(dialog.getByLabelText('Your password'), 'portico-demo')
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(inputs).toEqual([{ name: 'model', password: 'portico-demo' }]))
})

test('a demo that others may reach offers nothing to connect', async () => {
  open({}, { isClosed: true })
  expect(await screen.findByText('This is a demo: nothing can be connected here')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
