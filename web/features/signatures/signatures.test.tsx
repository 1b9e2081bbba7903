// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { consent, type SignatureRequest, signatures } from '#contract/signatures/signatures.ts'
import { refresh } from '#web/platform/queries.ts'
import { answer, expectTwoLines, show, stubCanvas, twoLines } from '#web/testing.tsx'
import { SignaturesPage } from './page.tsx'
import { portalWith, requestOf, signatureOf } from './testing.ts'

// A canvas only draws in a real browser, where the journeys test drawings.
const noPen: Record<string, unknown> = {}
stubCanvas(new Proxy(noPen, { get: () => () => undefined }))

type Give = Parameters<typeof answer<typeof signatures.create>>[1]

const signed = { state: 'signed', signedAt: new Date('2026-11-09T14:05:00Z') } as const

const open = (sent: SignatureRequest[], { give, at = '/signatures' }: { give?: Give; at?: string } = {}) => {
  const state = { sent }
  const more = [
    answer(signatures.ofDocument, ({ id }) =>
      state.sent.filter((request) => request.id === id).map((request) => signatureOf(request)),
    ),
    ...(give ? [answer(signatures.create, give)] : []),
  ]
  const { cache } = show(<SignaturesPage />, [...more, ...portalWith(state)], { at })
  return { state, cache, user: userEvent.setup() }
}

const cards = () => screen.getAllByRole('listitem').map((card) => card.textContent)
const startSigning = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /^Sign Document/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('tab', { name: 'Type' }))
  await dialog.findByLabelText('Your full name')
  return dialog
}

test('what is to sign stands apart from what is signed, each with its number', async () => {
  const { user } = open([requestOf(3), requestOf(2, { fileSize: 218_000 }), requestOf(1, signed)])
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('To Sign 2')
  expect(cards()[0]).toContain('Transfer deed 3')
  expect(cards()[0]).toContain('3 November 2026 · PDF · 1.25 MB')
  expect(cards()[0]).toContain('The deed that makes the flat yours.')
  expect(cards()[1]).toContain('0.21 MB')
  await user.click(screen.getByRole('tab', { name: 'Signed Documents 1' }))
  expect(cards()).toHaveLength(1)
  expect(cards()[0]).toContain('Signed on 9 November 2026')
})

test('the search finds names and descriptions, in both tabs', async () => {
  const { user } = open([
    requestOf(1, { name: 'Mortgage deed' }),
    requestOf(2, { description: 'For the bank' }),
  ])
  const search = await screen.findByPlaceholderText('Search documents...')
  await user.type(search, 'MORTGAGE')
  expect(cards()).toHaveLength(1)
  await user.clear(search)
  await user.type(search, 'the bank')
  expect(cards()[0]).toContain('Transfer deed 2')
  await user.type(search, 'x')
  expect(screen.getByText('No documents found')).toBeInTheDocument()
})

test('with nothing to sign and nothing signed, the page says so', async () => {
  const { user } = open([])
  expect(await screen.findByText('Nothing to sign')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: /Signed Documents/ }))
  expect(screen.getByText('No signed documents yet')).toBeInTheDocument()
})

test('an empty pad, an empty name and an unticked consent are each told, and nothing is sent', async () => {
  const give = vi.fn<Give>()
  const { user } = open([requestOf(1)], { give })
  await user.click(await screen.findByRole('button', { name: /^Sign Document/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Save Signature' }))
  expect(dialog.getByText('Please draw your signature before saving.')).toBeInTheDocument()
  expect(dialog.getByText('Please tick the box to agree before you sign.')).toBeInTheDocument()
  await user.click(dialog.getByRole('tab', { name: 'Type' }))
  await dialog.findByLabelText('Your full name')
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect(dialog.getByText('Please type your name before saving.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Your full name')).toHaveFocus()
  expect(give).not.toHaveBeenCalled()
})

test('a typed signature is sent with the consent that was read, and the document moves to the other tab', async () => {
  const sent: Input<typeof signatures.create>[] = []
  const { state, user } = open([requestOf(1)], {
    give: (input) => {
      sent.push(input)
      state.sent = [requestOf(1, signed)]
      const {
        signedBy: _,
        status: __,
        findings: ___,
        witness: ______,
        level: _______,
        stamped: ________,
        sha256: ____,
        events: _____,
        ...kept
      } = signatureOf(requestOf(1))
      return kept
    },
  })
  const dialog = await startSigning(user)
  await user.type(dialog.getByLabelText('Your full name'), 'Amara Okafor')
  await user.click(dialog.getByRole('checkbox', { name: consent.text }))
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect(await screen.findByText('Signature Saved')).toBeInTheDocument()
  expect(sent).toEqual([
    {
      documentId: requestOf(1).id,
      typedName: 'Amara Okafor',
      signaturePosition: 'bottom_right',
      consentVersion: consent.version,
      pagesSeen: 0,
    },
  ])
  expect(await screen.findByText('Nothing to sign')).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Signed Documents 1' })).toBeInTheDocument()
})

test('a failure is told in the dialog and beside it, and what was typed is still there', async () => {
  const { user } = open([requestOf(1)], {
    give: () => {
      throw new Problem('internal', 'Something went wrong.')
    },
  })
  const dialog = await startSigning(user)
  await user.type(dialog.getByLabelText('Your full name'), 'Amara')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect(await screen.findByText('Signature Failed')).toBeInTheDocument()
  expect(screen.getByText('There was an error saving your signature. Please try again.')).toBeInTheDocument()
  expect(dialog.getByText('Failed to save signature. Please try again.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Your full name')).toHaveValue('Amara')
})

test('a name that differs is asked about, and kept only by a second press that says so', async () => {
  const sent: (boolean | undefined)[] = []
  const question = 'Your name here is Amara Okafor. Do you want to sign as “Someone Else”?'
  const { user } = open([requestOf(1)], {
    give: ({ nameConfirmed }) => {
      sent.push(nameConfirmed)
      throw new Problem('unprocessable', question, { reason: 'name_differs' })
    },
  })
  const dialog = await startSigning(user)
  await user.type(dialog.getByLabelText('Your full name'), 'Someone Else')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect((await dialog.findByText(question)).closest('[role=alert]')).toBeInTheDocument()
  expect(screen.queryByText('Signature Failed')).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Save Signature' })).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Sign as Amara Okafor' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Sign as Someone Else' }))
  await dialog.findByText(question)
  expect(sent).toEqual([undefined, true])
  // Another name needs another question.
  await user.type(dialog.getByLabelText('Your full name'), 'x')
  expect(dialog.queryByText(question)).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Save Signature' })).toBeInTheDocument()
})

test('a signature in another name shows both names', async () => {
  const request = requestOf(1, signed)
  show(
    <SignaturesPage />,
    [
      answer(signatures.ofDocument, () => [
        signatureOf(request, { method: 'typed', signedAs: 'Someone Else' }),
      ]),
      ...portalWith({ sent: [request] }),
    ],
    { at: '/signatures' },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: /Signed Documents/ }))
  await user.click(screen.getByRole('button', { name: /^View Signatures/ }))
  const [, row] = within(await screen.findByRole('table', { name: 'Signatures' })).getAllByRole('row')
  expect(row?.textContent).toContain('Amara Okafor User #02304signed as Someone Else')
})

test('View Signatures shows date, person with number, position and status', async () => {
  const { user } = open([requestOf(1, signed)])
  await user.click(await screen.findByRole('tab', { name: /Signed Documents/ }))
  await user.click(screen.getByRole('button', { name: /^View Signatures/ }))
  const table = within(await screen.findByRole('table', { name: 'Signatures' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Date',
    'Signed By',
    'Position',
    'Status',
  ])
  const [, row] = table.getAllByRole('row')
  for (const words of ['9 November 2026 at 14:05', 'Amara Okafor', 'User #02304', 'Last page', 'Verified'])
    expect(row?.textContent).toContain(words)
  expect(
    screen.getByText(/The time of the seal is the portal’s own; no independent authority has confirmed it/),
  ).toBeInTheDocument()
})

test('a seal that an authority confirmed says its level, who that was and when', async () => {
  const request = requestOf(1, signed)
  const stamped = { at: new Date('2026-11-09T14:05:02Z'), by: 'Sample Trust Time Stamping' }
  show(
    <SignaturesPage />,
    [
      answer(signatures.ofDocument, () => [signatureOf(request, { level: 'B-LTA', stamped })]),
      ...portalWith({ sent: [request] }),
    ],
    { at: '/signatures' },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: /Signed Documents/ }))
  await user.click(screen.getByRole('button', { name: /^View Signatures/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Signatures' }))
  const facts = (await dialog.findByText('PAdES B-LTA.')).parentElement
  expect(facts).toHaveTextContent('protected by a second time stamp')
  expect(facts).toHaveTextContent('Confirmed by Sample Trust Time Stamping on 9 November 2026 at 14:05.')
})

test('the check of a deed says what the witness stated, and that nobody checked it', async () => {
  const request = requestOf(1, { ...signed, isDeed: true })
  const witness = {
    name: 'Ana Silva',
    address: '4 Mill Lane',
    occupation: 'Nurse',
    statement: 'I saw them sign.',
    at: signed.signedAt,
  }
  show(
    <SignaturesPage />,
    [
      answer(signatures.ofDocument, () => [signatureOf(request, { witness })]),
      ...portalWith({ sent: [request] }),
    ],
    { at: '/signatures' },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: /Signed Documents/ }))
  await user.click(screen.getByRole('button', { name: /^View Signatures/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Signatures' }))
  for (const words of ['Ana Silva', '4 Mill Lane', 'Nurse'])
    expect(await dialog.findByText(words)).toBeInTheDocument()
  expect(
    dialog.getByText(/^The witness states: “I saw them sign.” .*didn’t check who they are/),
  ).toBeInTheDocument()
})

test('the address of a notification opens the signing of its document', async () => {
  open([requestOf(2), requestOf(1)], { at: `/signatures?sign=${requestOf(1).id}` })
  expect(await screen.findByRole('dialog', { name: 'Transfer deed 1' })).toBeInTheDocument()
})

test('a link to what has been signed meanwhile leads to it among what is signed', async () => {
  const [other, named] = [requestOf(1), { ...requestOf(2), ...signed }]
  open([other, named], { at: `/signatures?sign=${named.id}` })
  const tab = await screen.findByRole('tab', { name: /^Signed Documents/ })
  expect(tab).toHaveAttribute('aria-selected', 'true')
  expect(document.activeElement?.textContent).toContain(named.name)
})

test('a link to a document that was withdrawn says so', async () => {
  open([requestOf(1)], { at: `/signatures?sign=${requestOf(2).id}` })
  await screen.findByText("We couldn't find that document")
  const words =
    'The firm may have withdrawn it, or its case may be closed. If so, you don’t need to sign it now.'
  expect(screen.getByText(words)).toBeInTheDocument()
})

test('a document that is withdrawn while its client is signing it is named, and not called missing', async () => {
  const { state, cache, user } = open([requestOf(1)])
  await startSigning(user)
  state.sent = []
  await act(() => refresh(cache, [signatures.requests]))
  expect(await screen.findByText('“Transfer deed 1” no longer needs your signature')).toBeVisible()
  expect(screen.getByText(/You haven’t signed it/)).toBeVisible()
  expect(screen.queryByText("We couldn't find that document")).not.toBeInTheDocument()
})

test('a line break in what the firm says of a document to sign is kept', async () => {
  open([requestOf(1, { description: twoLines })])
  await expectTwoLines()
})
