// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { caseOrganisationPath, caseOrganisationsPage } from '#contract/kit/pages.ts'
import { MatterId, matters } from '#contract/matters/matters.ts'
import { PartyId } from '#contract/matters/party.ts'
import {
  type MatterOrganisation,
  organisations,
  type ProposedParty,
} from '#contract/organisations/organisations.ts'
import { self } from '#contract/organisations/ownership.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmFileOf } from '#web/features/matters/testing.ts'
import { answer, expectAskedBeforeLoss, idOf, show } from '#web/testing.tsx'
import { OrganisationPage } from './page.tsx'

const id = MatterId.parse(idOf(1))
const partyId = PartyId.parse(idOf(2))
const stake = (of: string, percent: number) => ({ of, share: { from: percent, to: percent }, control: '' })
const joinery: MatterOrganisation = {
  partyId,
  name: 'Cole Joinery Ltd',
  role: 'beneficial_owner',
  number: '09999991',
  facts: {
    kind: 'company',
    number: '09999991',
    registeredAddress: '6 Dock Lane',
    officers: [{ name: 'Eleanor Cole', role: 'director', kind: 'person' }],
    owners: [
      { key: 'group', name: 'Cole Group Ltd', kind: 'organisation', number: '', stakes: [stake(self, 50)] },
      { key: 'eleanor', name: 'Eleanor Cole', kind: 'person', number: '', stakes: [stake('group', 60)] },
    ],
  },
  source: { kind: 'typed', by: 'Priya Raman', at: new Date('2026-11-09T10:15:00Z'), register: '' },
  filings: [],
  extract: null,
  canLookUp: false,
}
const eleanor = {
  name: 'Eleanor Cole',
  kind: 'person' as const,
  role: 'beneficial_owner' as const,
  reasons: ['Owner: 60% of 50% = 30%', 'Director'],
  isParty: false,
  clients: [],
}

const open = (start: MatterOrganisation = joinery, proposed: ProposedParty[] = [eleanor]) => {
  const requests: Record<string, unknown>[] = []
  let shown = start
  const answers = [
    answer(accounts.current, () => personOf({ id: UserId.parse(idOf(70)), role: 'fee_earner' })),
    answer(matters.firmOne, () => firmFileOf(1)),
    answer(organisations.list, () => [shown]),
    answer(organisations.proposed, () => proposed),
    answer(organisations.save, ({ id: _, partyId: __, ...facts }) => {
      requests.push(facts)
      shown = { ...shown, facts, number: facts.number, source: joinery.source }
      return shown
    }),
    answer(organisations.addParties, ({ people }) => {
      requests.push({ people })
      return {
        added: 1,
        guests: [
          { name: 'Eleanor Cole', access: { code: '123456', email: 'e@x.test', path: null, textId: null } },
        ],
      }
    }),
  ]
  const page = (
    <Routes>
      <Route path={caseOrganisationsPage} element={<OrganisationPage />} />
    </Routes>
  )
  show(page, answers, { at: caseOrganisationPath(id, partyId) })
  return { user: userEvent.setup(), requests }
}

test('the table says what each owner has in the end and how, and who typed it', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Who owns Cole Joinery Ltd' })
  expect(within(table).getByText('60% of 50% = 30%')).toBeVisible()
  expect(screen.getByText('Typed by Priya Raman on 9 November 2026 at 10:15.')).toBeVisible()
  expect(screen.getByText('Nobody is named for the other 50%.')).toBeVisible()
})

test('an owner is typed with a share, and half a share is refused with a sentence', async () => {
  const { user, requests } = open({ ...joinery, facts: null, source: null }, [])
  await user.click(await screen.findByRole('button', { name: 'Add owners and officers' }))
  await user.click(screen.getByRole('button', { name: 'Add an owner' }))
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ravi Shah')
  const field = screen.getByRole('textbox', { name: 'Share in %' })
  await user.type(field, 'half')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Please enter a share such as 40 or 25-50')).not.toHaveLength(0)
  await user.clear(field)
  await user.type(field, '25-50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('table', { name: 'Who owns Cole Joinery Ltd' })).toBeVisible()
  expect(requests[0]).toMatchObject({
    owners: [{ name: 'Ravi Shah', stakes: [{ of: self, share: { from: 25, to: 50 } }] }],
  })
})

test('joint holders of the whole are noted, and a check that nobody has decided on is in review', async () => {
  const joint = (name: string) => {
    const whole = { of: self, share: { from: 75, to: 100 }, control: '' }
    return { key: name.toLowerCase(), name, kind: 'person' as const, number: '', stakes: [whole] }
  }
  const facts = { ...joinery.facts, owners: [joint('Ana'), joint('Ben')] } as typeof joinery.facts
  const checks = [
    { title: 'Proof of identity', doneAt: new Date('2026-11-02T10:00:00Z'), isInReview: false },
    { title: 'Proof of address', doneAt: null, isInReview: true },
  ]
  const client = { id: UserId.parse(idOf(71)), name: 'Eleanor Cole', email: 'e@x.test', checks }
  const { user } = open({ ...joinery, facts }, [{ ...eleanor, clients: [client] }])
  expect(await screen.findByText(/The shares of Cole Joinery Ltd come to 150% or more/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Add to the case' }))
  const words = 'Done and used again: Proof of identity (2 November 2026). In review: Proof of address.'
  expect(await screen.findByText(words)).toBeVisible()
})

test('owners are looked at before they are added, and the code is shown once', async () => {
  const { user, requests } = open()
  await user.click(await screen.findByRole('button', { name: 'Add to the case' }))
  expect(await screen.findByText('Beneficial owner · Owner: 60% of 50% = 30% · Director')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /Email of Eleanor Cole/ }), 'e@x.test')
  await user.click(screen.getByRole('button', { name: 'Add one party' }))
  expect(await screen.findByText('123 456')).toBeVisible()
  expect(requests).toEqual([{ people: [{ name: 'Eleanor Cole', clientId: null, email: 'e@x.test' }] }])
})

test('the email of an owner who is to be added is not lost without a question', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add to the case' }))
  await expectAskedBeforeLoss(await screen.findByRole('textbox', { name: /Email of Eleanor Cole/ }))
})
