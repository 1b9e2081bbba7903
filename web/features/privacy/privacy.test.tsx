// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accounts, type Role, UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type ClientRequest, ExportId, type FirmRequest, privacy, RequestId } from '#contract/privacy.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { FirmRequestsPage } from './firm-page.tsx'
import { DataProtectionTab } from './settings-tab.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-09T09:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const requestOf = (n: number, facts: Partial<ClientRequest> = {}): ClientRequest => ({
  id: RequestId.parse(idOf(n)),
  kind: 'erasure',
  reference: `HR-R-2026-0000${n}`,
  words: 'My old address',
  wish: null,
  createdAt: new Date('2026-11-02T09:00:00Z'),
  dueOn: '2026-12-02',
  answer: null,
  keptUntil: null,
  answeredAt: null,
  ...facts,
})
const answered = { answer: 'We have erased it.', answeredAt: new Date('2026-11-05T09:00:00Z') }

describe('the data protection tab of a client', () => {
  const open = (list: ClientRequest[], ...more: Answer[]) =>
    show(<DataProtectionTab />, [...more, answer(privacy.requests, () => list)])

  test('a download needs the password, and its link goes once it was followed', async () => {
    const prepared: string[] = []
    open(
      [],
      answer(privacy.prepareExport, ({ currentPassword }) => {
        prepared.push(currentPassword)
        return { id: ExportId.parse(idOf(7)), expiresAt: new Date('2026-11-09T09:05:00Z') }
      }),
    )
    await userEvent.type(await screen.findByLabelText('Current password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Prepare my data' }))
    const link = await screen.findByRole('link', { name: 'Download my data' })
    expect(link).toHaveAttribute('href', `/api/privacy/exports/${idOf(7)}`)
    expect(screen.getByText('The link works once, in this browser, for 5 minutes.')).toBeInTheDocument()
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(await screen.findByText('Your download has started')).toBeInTheDocument()
    expect(link).not.toBeInTheDocument()
    expect(screen.getByLabelText('Current password')).toHaveValue('')
    expect(prepared).toEqual(['correct horse'])
  })

  test('a wrong password is said at its field, and nothing is prepared', async () => {
    open(
      [],
      answer(privacy.prepareExport, () => {
        throw new Problem('invalid', 'Please check the password.', {
          fields: { currentPassword: 'Your current password is incorrect' },
        })
      }),
    )
    const password = await screen.findByLabelText('Current password')
    await userEvent.type(password, 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Prepare my data' }))
    expect(await screen.findByText('Your current password is incorrect')).toBeInTheDocument()
    expect(password).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByRole('link', { name: 'Download my data' })).not.toBeInTheDocument()
  })

  test('a request for erasure says its reference, and no second one can be made before it is answered', async () => {
    const list: ClientRequest[] = []
    const sent: Input<typeof privacy.askErasure>[] = []
    open(
      list,
      answer(privacy.askErasure, (input) => {
        sent.push(input)
        list.push(requestOf(1))
        return requestOf(1)
      }),
    )
    await userEvent.type(await screen.findByLabelText(/^What would you like us to erase/), 'My old address')
    await userEvent.click(screen.getByRole('button', { name: 'Ask for erasure' }))
    const requests = within(await screen.findByRole('list', { name: 'Your requests for erasure' }))
    expect(requests.getByText('HR-R-2026-00001')).toBeInTheDocument()
    expect(requests.getByText('Received')).toBeInTheDocument()
    expect(requests.getByText("You'll have our answer by 2 December 2026.")).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Ask for erasure' })).not.toBeInTheDocument()
    expect(screen.getByText('Its reference is HR-R-2026-00001.')).toBeInTheDocument()
    expect(sent).toEqual([{ words: 'My old address' }])
  })

  test('an answer is shown with its day and until when the records are kept', async () => {
    open([requestOf(1, { ...answered, keptUntil: '2031-11-05' })])
    const requests = within(await screen.findByRole('list', { name: 'Your requests for erasure' }))
    for (const words of ['Answered', 'Our answer on 5 November 2026', 'We have erased it.'])
      expect(requests.getByText(words)).toBeInTheDocument()
    expect(requests.getByText('Kept until 5 November 2031')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ask for erasure' })).toBeInTheDocument()
  })

  test('a complaint needs its words, and is acknowledged with the day of the answer and the Ombudsman', async () => {
    const complaint = requestOf(3, { kind: 'complaint', reference: 'HR-C-2026-00003', dueOn: '2027-01-04' })
    const sent: unknown[] = []
    open(
      [],
      answer(privacy.complain, (input) => {
        sent.push(input)
        return complaint
      }),
    )
    const send = await screen.findByRole('button', { name: 'Send complaint' })
    await userEvent.click(send)
    expect(await screen.findByText('Please tell us what went wrong')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText(/^What went wrong/), 'Nobody called back')
    await userEvent.click(send)
    expect(await screen.findByText('We have your complaint: HR-C-2026-00003')).toBeInTheDocument()
    expect(screen.getByText(/by 4 January 2027, which is eight weeks from today/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'How to reach the Ombudsman' })).toHaveAttribute(
      'href',
      '/complaints',
    )
    expect(sent).toMatchObject([{ words: 'Nobody called back' }])
  })

  test('a complaint that cannot be sent says so and keeps what was typed', async () => {
    open(
      [],
      answer(privacy.complain, () => {
        throw new Problem('unavailable', 'The portal is busy. Please try again in a moment.')
      }),
    )
    const words = await screen.findByLabelText(/^What went wrong/)
    await userEvent.type(words, 'Nobody called back')
    await userEvent.click(screen.getByRole('button', { name: 'Send complaint' }))
    expect(await screen.findByText('The portal is busy. Please try again in a moment.')).toBeInTheDocument()
    expect(words).toHaveValue('Nobody called back')
  })
})

describe('the requests at the firm', () => {
  const client = { id: UserId.parse(idOf(50)), name: 'Amara Okafor', canOpen: true }
  const ofFirm = (n: number, facts: Partial<FirmRequest> = {}): FirmRequest => ({
    ...requestOf(n),
    client,
    ...facts,
  })
  const open = (
    list: FirmRequest[],
    role: Role = 'administrator',
    more: Answer[] = [],
    at = '/firm/requests',
  ) =>
    show(
      <FirmRequestsPage />,
      [...more, answer(accounts.current, () => personOf({ role })), answer(privacy.firmRequests, () => list)],
      { at },
    )

  test('without requests the page says what will appear there', async () => {
    open([])
    expect(await screen.findByText('Nothing to answer')).toBeInTheDocument()
  })

  test.each([
    ['2026-11-08', 'Was due by 8 November 2026'],
    ['2026-11-16', 'Answer by 16 November 2026'],
    ['2026-12-02', 'Answer by 2 December 2026'],
  ])('one that is due on %s says "%s"', async (dueOn, words) => {
    open([ofFirm(1, { dueOn })])
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Amara Okafor' })).toHaveAttribute(
      'href',
      `/firm/clients/${client.id}`,
    )
  })

  test('a client whose file the user may not open is named without a link', async () => {
    open([ofFirm(1, { client: { ...client, canOpen: false } })])
    expect(await screen.findByText('Amara Okafor')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Amara Okafor' })).not.toBeInTheDocument()
  })

  test('a fee earner reads requests and answers, but only an administrator answers', async () => {
    open([ofFirm(1), ofFirm(2, { kind: 'complaint', wish: 'A call', ...answered })], 'fee_earner')
    expect(await screen.findByRole('heading', { name: 'Erasure of personal data' })).toBeInTheDocument()
    expect(screen.getByText('Answered on 5 November 2026')).toBeInTheDocument()
    expect(screen.getByText('A call')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Answer/ })).not.toBeInTheDocument()
  })

  test('an answer to an erasure is sent once, with the day until which the rest is kept', async () => {
    const list = [ofFirm(1)]
    const sent: Input<typeof privacy.answer>[] = []
    const reply = answer(privacy.answer, (input) => {
      sent.push(input)
      const done = ofFirm(1, { ...answered, answer: input.answer, keptUntil: input.keptUntil ?? null })
      list[0] = done
      return done
    })
    open(list, 'administrator', [reply])
    await userEvent.click(await screen.findByRole('button', { name: 'Answer HR-R-2026-00001, Amara Okafor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer HR-R-2026-00001' }))
    expect(dialog.getByText(/regulation 40, MLR 2017/)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Send answer' }))
    expect(await dialog.findByText('Please write your answer')).toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText(/^Answer/), 'Erased, but for the identity check.')
    await userEvent.type(dialog.getByLabelText('Day'), '5')
    await userEvent.type(dialog.getByLabelText('Month'), '11')
    await userEvent.type(dialog.getByLabelText('Year'), '2031')
    await userEvent.click(dialog.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Answer sent')).toBeInTheDocument()
    expect(await screen.findByText('Kept until 5 November 2031')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Answer HR/ })).not.toBeInTheDocument()
    expect(sent).toEqual([
      { id: idOf(1), answer: 'Erased, but for the identity check.', keptUntil: '2031-11-05' },
    ])
  })

  test('where a colleague was quicker, the dialog says so and keeps what was typed, and the list is asked for again', async () => {
    const list = [ofFirm(1, { kind: 'complaint' })]
    const late = answer(privacy.answer, () => {
      list[0] = ofFirm(1, { kind: 'complaint', ...answered })
      throw new Problem('conflict', 'This request has already been answered.')
    })
    open(list, 'administrator', [late])
    await userEvent.click(await screen.findByRole('button', { name: /^Answer HR/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('Day')).not.toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText(/^Answer/), 'We are sorry.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send answer' }))
    await waitFor(() => expect(screen.getByText('We have erased it.')).toBeInTheDocument())
    expect(dialog.getByText('This request has already been answered.')).toBeInTheDocument()
    expect(dialog.getByLabelText(/^Answer/)).toHaveValue('We are sorry.')
  })

  test('a link to a request that is not there any more says so above the others', async () => {
    open([ofFirm(1)], 'administrator', [], `/firm/requests?request=${idOf(99)}`)
    expect(
      await screen.findByText('Everything your clients have asked for is listed here.'),
    ).toBeInTheDocument()
    expect(screen.getByText(/HR-R-2026-00001/)).toBeInTheDocument()
  })
})
