// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { witnessPage } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type WitnessView, witness, witnessStatement } from '#contract/signatures/witness.ts'
import { answer, show, stubCanvas } from '#web/testing.tsx'
import { WitnessPage } from './witness-page.tsx'

const noPen: Record<string, unknown> = {}
stubCanvas(new Proxy(noPen, { get: () => () => undefined }))
beforeEach(() => sessionStorage.clear())

const token = 't'.repeat(43)
const key = 'k'.repeat(43)
const nobody = {
  firm: 'Hartley & Rowe',
  signer: null,
  document: null,
  name: null,
  signedAt: null,
  isDeclined: false,
}
const known = { ...nobody, signer: 'Amara Okafor', document: 'Deed of gift' }
const ana = { ...known, name: 'Ana Silva' }

test('half the link of a witness is said to be incomplete, and nothing is asked with it', async () => {
  show(
    <Routes>
      <Route path={witnessPage} element={<WitnessPage />} />
    </Routes>,
    [answer(witness.look, () => ({ ...nobody, state: 'over' as const }))],
    { at: '/witness/tttt' },
  )
  expect(await screen.findByText('This link is incomplete')).toBeVisible()
  expect(screen.queryByText('This link no longer works')).not.toBeInTheDocument()
})

/**
 * Opens a witness's link, to which the portal responds with `view`. `isTheirs` if the code was entered on this device.
 */
const openLink = (view: WitnessView | Problem, { isTheirs = false } = {}) => {
  const state = {
    view,
    attested: [] as Input<typeof witness.attest>[],
    declined: [] as Input<typeof witness.decline>[],
  }
  if (isTheirs) sessionStorage.setItem(`portico_witness:${token}`, JSON.stringify(key))
  show(
    <Routes>
      <Route path={witnessPage} element={<WitnessPage />} />
    </Routes>,
    [
      answer(witness.look, () => {
        if (state.view instanceof Problem) throw state.view
        return state.view
      }),
      answer(witness.enter, ({ code }) => {
        const words = 'That code is incorrect. The person who is signing can see it on their screen.'
        if (code !== '012345') throw new Problem('unprocessable', words, { fields: { code: words } })
        state.view = { ...known, state: 'entered' }
        return { key }
      }),
      answer(witness.introduce, ({ name }) => {
        const words = 'Someone with this name is a party to the deed. The witness must not be a party to it.'
        if (name === 'Kofi Mensah') throw new Problem('unprocessable', words, { fields: { name: words } })
        state.view = { ...ana, name, state: 'present' }
        return state.view
      }),
      answer(witness.attest, (input) => {
        state.attested.push(input)
        state.view = { ...ana, state: 'witnessed' }
        return state.view
      }),
      answer(witness.decline, (input) => {
        state.declined.push(input)
        state.view = { ...nobody, state: 'over', isDeclined: true }
        return state.view
      }),
    ],
    { at: `/witness/${token}` },
  )
  return { state, user: userEvent.setup() }
}

test('before the code the page names nobody; after it, a witness says who they are and waits', async () => {
  const { user } = openLink({ ...nobody, state: 'invited' })
  const code = await screen.findByLabelText('Six-digit code')
  expect(screen.queryByText(/Amara/)).not.toBeInTheDocument()
  await user.type(code, '111111')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/^That code is incorrect/)).toBeInTheDocument()
  await user.clear(code)
  await user.type(code, '012345')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/Amara Okafor is signing “Deed of gift”/)).toBeInTheDocument()
  await user.type(screen.getByLabelText('Your full name'), 'Kofi Mensah')
  await user.type(screen.getByLabelText('Your address'), '4 Mill Lane, Leeds')
  await user.type(screen.getByLabelText('Your occupation'), 'Nurse')
  await user.click(screen.getByRole('button', { name: 'I’m ready to witness' }))
  expect(await screen.findByText(/is a party to the deed/)).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Your full name'))
  await user.type(screen.getByLabelText('Your full name'), 'Ana Silva')
  await user.click(screen.getByRole('button', { name: 'I’m ready to witness' }))
  expect(await screen.findByText('Now watch Amara Okafor sign')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Change my details' }))
  for (const [label, typed] of [
    ['Your full name', 'Ana Silva'],
    ['Your address', '4 Mill Lane, Leeds'],
    ['Your occupation', 'Nurse'],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveValue(typed)
})

test('what is missing to attest is named, and a witness signs by typing', async () => {
  const { state, user } = openLink({ ...ana, state: 'signed' }, { isTheirs: true })
  await screen.findByRole('heading', { name: 'Amara Okafor has signed. Now it’s your turn' })
  await user.click(screen.getByRole('button', { name: 'Sign as witness' }))
  expect(screen.getByText(/^Please tick the box if this is true/)).toBeInTheDocument()
  expect(screen.getByText('Please draw your signature before saving.')).toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: witnessStatement.text }))
  await user.click(screen.getByRole('tab', { name: 'Type' }))
  await user.type(await screen.findByLabelText('Your full name'), 'Ana Silva')
  await user.click(screen.getByRole('button', { name: 'Sign as witness' }))
  expect(await screen.findByText('Thank you. The deed is signed and sealed')).toBeInTheDocument()
  expect(state.attested).toEqual([
    { token, key, typedName: 'Ana Silva', statementVersion: witnessStatement.version },
  ])
})

test.each<[string, WitnessView, boolean]>([
  ['before the code is entered', { ...nobody, state: 'invited' }, false],
  ['who is asked for their details', { ...known, state: 'entered' }, true],
  ['who waits for the signer', { ...ana, state: 'present' }, true],
  ['once the signer has signed', { ...ana, state: 'signed' }, true],
])('whoever can’t be the witness, %s, says so, and why if they like', async (_, view, isTheirs) => {
  const { state, user } = openLink(view, { isTheirs })
  await user.click(await screen.findByRole('button', { name: 'I can’t be the witness' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^We’ll tell the person who is signing and Hartley & Rowe/)).toBeInTheDocument()
  await user.type(question.getByLabelText('Why (optional)'), 'I wasn’t in the room')
  await user.click(question.getByRole('button', { name: 'I can’t be the witness' }))
  expect(await screen.findByText('You’ve said you can’t be the witness')).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(state.declined).toEqual([{ token, ...(isTheirs && { key }), reason: 'I wasn’t in the room' }])
})

test.each<[string, WitnessView | Problem, string]>([
  ['of a link that is over', { ...nobody, state: 'over' }, 'This link no longer works'],
  [
    'of a link that is open elsewhere',
    { ...nobody, state: 'present' },
    'This link is already open on another device',
  ],
  ['of a deed that is witnessed', { ...nobody, state: 'witnessed' }, 'This deed is signed'],
  [
    'in the browser of the signer',
    new Problem('conflict', 'The person who is signing is signed in here.', { reason: 'same_device' }),
    'Please use another device',
  ],
  ['that cannot be asked', new Problem('unavailable', 'Please try again.'), 'This page couldn’t be loaded'],
])('the page %s says so', async (_, view, words) => {
  openLink(view)
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'I can’t be the witness' })).not.toBeInTheDocument()
})
