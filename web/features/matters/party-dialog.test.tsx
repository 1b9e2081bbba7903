// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { forms } from '#contract/forms/forms.ts'
import { matters } from '#contract/matters/matters.ts'
import { type KnownPerson, matterParties } from '#contract/matters/parties.ts'
import { PersonId } from '#contract/matters/party.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PartyDialog } from './parts/party-dialog.tsx'
import { firmFileOf } from './testing.ts'

const known = (n: number, facts: Partial<KnownPerson>): KnownPerson => ({
  id: PersonId.parse(idOf(n)),
  name: 'Dulwich Building Society',
  kind: 'organisation',
  email: '',
  number: '',
  references: [],
  ...facts,
})

test('namesakes are told apart by their number, email and cases', async () => {
  show(<PartyDialog file={firmFileOf(1)} party={null} close={() => {}} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(forms.ofClient, () => []),
    answer(matters.clients, () => []),
    answer(matterParties.people, () => [
      known(2, { number: '00012345', references: ['HR-2026-00008'] }),
      known(3, {
        email: 'loans@dulwich.example',
        references: ['HR-2026-00009', 'HR-2026-00002', 'HR-2026-00001'],
      }),
    ]),
  ])
  const labels = (await screen.findAllByRole('option', { name: /^Dulwich/ })).map((each) => each.textContent)
  expect(labels).toEqual([
    'Dulwich Building Society · company number 00012345 · HR-2026-00008',
    'Dulwich Building Society · loans@dulwich.example · HR-2026-00009 and 2 other cases',
  ])
})
