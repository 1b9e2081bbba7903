// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import * as paths from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { templates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { CheckPage } from '#web/features/checks/check-page.tsx'
import { ComplianceItemPage } from '#web/features/compliance/page.tsx'
import { ReviewPage } from '#web/features/documents/reviews/review-page.tsx'
import { ClientPage } from '#web/features/firm/client-page.tsx'
import { FirmMatterPage } from '#web/features/firm/matter-page.tsx'
import { CaseLettersPage } from '#web/features/letters/case-letters-page.tsx'
import { OrganisationPage } from '#web/features/organisations/page.tsx'
import { TemplatePage } from '#web/features/templates/template-page.tsx'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'

const gone = () => {
  throw new Problem('not_found', "We couldn't find that.")
}
const { pages } = paths

interface Missing {
  path: string
  element: ReactElement
  missing: Answer
  link: [name: string, to: string]
}

const allCases: Missing['link'] = ['All cases', pages.firmMatters]

test.each<[string, Missing]>([
  [
    'client',
    {
      path: paths.clientPage,
      element: <ClientPage />,
      missing: answer(firm.client, gone),
      link: ['All clients', pages.firmClients],
    },
  ],
  [
    'case',
    {
      path: paths.firmMatterPage,
      element: <FirmMatterPage />,
      missing: answer(matters.firmOne, gone),
      link: allCases,
    },
  ],
  [
    'case for letters',
    {
      path: paths.caseLettersPage,
      element: <CaseLettersPage />,
      missing: answer(letters.ofMatter, gone),
      link: allCases,
    },
  ],
  [
    'case of an organisation',
    {
      path: paths.caseOrganisationsPage,
      element: <OrganisationPage />,
      missing: answer(organisations.list, gone),
      link: allCases,
    },
  ],
  [
    'template',
    {
      path: paths.templatePage,
      element: <TemplatePage />,
      missing: answer(templates.one, gone),
      link: ['All templates', pages.templates],
    },
  ],
  [
    'document',
    {
      path: paths.reviewPage,
      element: <ReviewPage />,
      missing: answer(reviews.one, gone),
      link: ['Queue', pages.queue],
    },
  ],
  [
    'check',
    {
      path: paths.checkPage,
      element: <CheckPage />,
      missing: answer(identity.check, gone),
      link: ['Queue', pages.queue],
    },
  ],
  [
    'compliance item',
    {
      path: paths.complianceItemPage,
      element: <ComplianceItemPage />,
      missing: answer(compliance.item, gone),
      link: ['Queue', pages.queue],
    },
  ],
])('the page of a %s that is not there leads to the list', async (_, { path, element, missing, link }) => {
  const page = (
    <Routes>
      <Route path={path} element={element} />
    </Routes>
  )
  const me = answer(accounts.current, () => personOf({ role: 'administrator' }))
  show(page, [me, missing], { at: path.replace(':id', idOf(1)) })
  const [name, to] = link
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', to)
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
})
