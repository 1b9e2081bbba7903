// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { caseLettersPage, caseLettersPath } from '#contract/kit/pages.ts'
import { letterTemplates } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { CaseLettersPage } from './case-letters-page.tsx'

test.each([
  {
    closedRoles: ['fee_earner' as const],
    isOffered: false,
    whose: "a colleague's case, and can't write one",
  },
  { closedRoles: [], isOffered: true, whose: 'their own case, and can write one' },
])(
  'a fee earner who is the compliance officer too reads the letters of $whose',
  async ({ closedRoles, isOffered }) => {
    show(
      <Routes>
        <Route path={caseLettersPage} element={<CaseLettersPage />} />
      </Routes>,
      [
        answer(accounts.current, () =>
          personOf({ role: 'fee_earner', roles: ['fee_earner', 'compliance_officer'] }),
        ),
        answer(matters.firmOne, () => firmFileOf(9, { closedRoles })),
        answer(letters.ofMatter, () => ({
          reference: 'HR-2026-00012',
          title: 'Purchase of a flat',
          letters: [],
          recipients: [{ id: UserId.parse(idOf(50)), name: 'Amara Okafor' }],
          notOffered: [],
          steps: [],
        })),
        answer(letterTemplates.list, () => []),
      ],
      { at: caseLettersPath(idOf(9)) },
    )
    expect(await screen.findByText('No letters yet')).toBeInTheDocument()
    const offered = screen.queryByRole('heading', { name: 'Write a letter' })
    expect(offered !== null).toBe(isOffered)
    expect(screen.queryByText(/^You can read this case, but you don't work on it/) === null).toBe(isOffered)
  },
)
