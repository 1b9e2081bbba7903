// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { consent } from '#contract/signatures/signatures.ts'
import { type WitnessStanding, witness } from '#contract/signatures/witness.ts'
import { TextMessageId, textMessages } from '#contract/text-messages.ts'
import { answer, idOf, show, stubCanvas } from '#web/testing.tsx'
import { SignaturesPage } from './page.tsx'
import { portalWith, requestOf } from './testing.ts'

const noPen: Record<string, unknown> = {}
stubCanvas(new Proxy(noPen, { get: () => () => undefined }))

const deed = requestOf(1, { isDeed: true })
const textId = TextMessageId.parse(idOf(9))
const expiresAt = new Date(Date.now() + 25 * 60_000)
const standingOf = (state: WitnessStanding['state'], name: string | null = null) => ({
  state,
  name,
  expiresAt,
  isDeclined: false,
})

/** Opens a signer's deed with its witness in this state. */
const openDeed = async (standing: WitnessStanding | null, sign?: () => WitnessStanding) => {
  const state = { sent: [deed], standing, inputs: [] as Input<typeof witness.sign>[] }
  const { cache } = show(
    <SignaturesPage />,
    [
      answer(witness.standing, () => state.standing),
      answer(witness.invite, ({ mobile }) => {
        state.standing = standingOf('invited')
        return {
          path: `/witness/${'t'.repeat(43)}`,
          code: '012345',
          expiresAt,
          textId: mobile ? textId : null,
        }
      }),
      answer(textMessages.offer, () => ({ isOffered: true, isKept: false })),
      answer(textMessages.standing, ({ id }) => ({
        id,
        number: '+447700900123',
        state: 'delivered' as const,
        failure: null,
      })),
      answer(witness.sign, (input) => {
        state.inputs.push(input)
        state.standing = sign?.() ?? standingOf('signed', 'Ana Silva')
        return state.standing
      }),
      ...portalWith(state),
    ],
    { at: `/signatures?sign=${deed.id}` },
  )
  const dialog = within(await screen.findByRole('dialog', { name: deed.name }))
  await dialog.findByRole('heading', { name: 'Your witness' })
  return { state, cache, dialog, user: userEvent.setup() }
}

test('a deed is not signed before a witness is there: it is the witness who is asked for', async () => {
  const { dialog, user } = await openDeed(null)
  expect(dialog.queryByRole('button', { name: 'Save Signature' })).not.toBeInTheDocument()
  await user.click(await dialog.findByRole('button', { name: 'Invite your witness' }))
  expect(await dialog.findByText('Waiting for your witness to open the link')).toBeInTheDocument()
  expect(dialog.getByText('012 345')).toBeInTheDocument()
  expect(dialog.getByRole('img', { name: /^QR code for your witness/ })).toBeInTheDocument()
  expect(dialog.getByLabelText('Link for your witness')).toHaveValue(
    `${location.origin}/witness/${'t'.repeat(43)}`,
  )
  expect(dialog.queryByRole('button', { name: 'Save Signature' })).not.toBeInTheDocument()
})

test('the code for the witness is brought into view, as it is below the fold', async () => {
  const brought: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    brought.push(this.textContent)
  })
  const { dialog, user } = await openDeed(null)
  expect(brought).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'Invite your witness' }))
  await dialog.findByText('012 345')
  expect(brought).toEqual([expect.stringContaining('Code to tell your witness')])
})

test('the code goes to the witness by text where the signer wants it, and is shown all the same', async () => {
  const { dialog, user } = await openDeed(null)
  await user.click(await dialog.findByRole('checkbox', { name: /Send the code by text/ }))
  await user.type(dialog.getByLabelText(/Mobile number/), '07700 900123')
  await user.click(dialog.getByRole('button', { name: 'Invite your witness' }))
  expect(await dialog.findByText('The text to 07700 900123 has arrived.')).toBeInTheDocument()
  expect(dialog.getByText('012 345')).toBeInTheDocument()
})

test.each(['entered', 'present', 'signed', 'witnessed'] as const)(
  'a witness who has used the code is sent no text, so none is offered (%s)',
  async (state) => {
    const { dialog } = await openDeed(standingOf(state, 'Ana Silva'))
    expect(await dialog.findByRole('status')).toBeInTheDocument()
    expect(dialog.queryByRole('checkbox', { name: /Send the code by text/ })).not.toBeInTheDocument()
  },
)

test('a code is not shown again: the page offers a new link', async () => {
  const { dialog } = await openDeed(standingOf('invited'))
  expect(await dialog.findByText(/^The code was shown when/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Make a new link' })).toBeInTheDocument()
})

test('an invitation that has expired says that nothing is signed', async () => {
  const { dialog } = await openDeed(standingOf('over'))
  expect(await dialog.findByText('The link has expired')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Save Signature' })).not.toBeInTheDocument()
})

test.each([
  ['Ana Silva', 'Ana Silva can’t be your witness'],
  [null, 'The person you invited can’t be your witness'],
])('where the witness %s has declined, the signer reads it and invites another', async (name, words) => {
  const { dialog } = await openDeed({ ...standingOf('over', name), isDeclined: true })
  expect(await dialog.findByText(words)).toBeInTheDocument()
  expect(dialog.queryByText('The link has expired')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Invite another witness' })).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Save Signature' })).not.toBeInTheDocument()
})

test('once the witness is ready the signer signs, waits for them, and is told when the deed is sealed', async () => {
  const { state, cache, dialog, user } = await openDeed(standingOf('present', 'Ana Silva'))
  expect(await dialog.findByText('Ana Silva is ready')).toBeInTheDocument()
  await user.click(dialog.getByRole('tab', { name: 'Type' }))
  await user.type(await dialog.findByLabelText('Your full name'), 'Amara Okafor')
  await user.click(dialog.getByRole('checkbox', { name: consent.text }))
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect(await dialog.findByText('You’ve signed. Ana Silva signs next')).toBeInTheDocument()
  expect(state.inputs).toEqual([
    {
      id: deed.id,
      typedName: 'Amara Okafor',
      signaturePosition: 'bottom_right',
      consentVersion: consent.version,
      pagesSeen: 0,
    },
  ])
  expect(screen.queryByText('Signature Saved')).not.toBeInTheDocument()
  state.sent = [{ ...deed, state: 'signed', signedAt: new Date() }]
  await cache.invalidateQueries()
  expect(await screen.findByText('Signature Saved')).toBeInTheDocument()
})

test('in another name a deed is refused, and no other answer is offered', async () => {
  const words = 'This is a deed, so it has to be signed in your own name: Amara Okafor.'
  const { dialog, user } = await openDeed(standingOf('present', 'Ana Silva'), () => {
    throw new Problem('unprocessable', words, { reason: 'name_differs', fields: { typedName: words } })
  })
  await user.click(await dialog.findByRole('tab', { name: 'Type' }))
  await user.type(await dialog.findByLabelText('Your full name'), 'Someone Else')
  await user.click(dialog.getByRole('checkbox', { name: consent.text }))
  await user.click(dialog.getByRole('button', { name: 'Save Signature' }))
  expect(await dialog.findByText(words)).toBeInTheDocument()
  // The end of the form is below the fold: the words are at the field, which has the focus.
  expect(dialog.getByLabelText('Your full name')).toHaveFocus()
  expect(dialog.getByLabelText('Your full name')).toHaveAccessibleDescription(expect.stringContaining(words))
  expect(screen.queryByText('Signature Failed')).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: /^Sign as/ })).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Save Signature' })).toBeInTheDocument()
})
