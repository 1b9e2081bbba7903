// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { JointInvitationId, jointClients } from '#contract/joint-clients.ts'
import { firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { type MatterOrganisation, organisations } from '#contract/organisations/organisations.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { FirmMatterPage } from '#web/features/firm/matter-page.tsx'
import { answer, idOf, show } from '#web/testing.tsx'
import { emptySummary, firmFileOf } from './testing.ts'

const partyOf = (n: number, facts: Partial<Party>): Party => ({
  id: PartyId.parse(idOf(n)),
  personId: PersonId.parse(idOf(n)),
  role: 'giver_of_funds',
  kind: 'person',
  name: 'Esi Mensah',
  email: 'esi@example.com',
  phone: '',
  number: '',
  detail: '',
  clientId: null,
  ...facts,
})
const giver = partyOf(60, {})
const joint = partyOf(61, { role: 'joint_client', name: 'Kofi Mensah' })
const company = partyOf(62, { role: 'beneficial_owner', kind: 'organisation', name: 'Cole Joinery Ltd' })
const invited = {
  id: JointInvitationId.parse(idOf(63)),
  partyId: joint.id,
  name: joint.name,
  email: joint.email,
  state: 'registered' as const,
  isAgreed: false,
  invitedBy: 'Amara Okafor',
  sentAt: new Date('2026-11-02T09:00:00Z'),
}
const unknown: MatterOrganisation = {
  partyId: company.id,
  name: company.name,
  role: company.role,
  facts: null,
  source: null,
  number: '',
  filings: [],
  extract: null,
  canLookUp: false,
}
const newer = { version: 2, note: 'A new step.', differences: { added: [], removed: [], changed: [] } }

test.each([
  { role: 'compliance_officer', buttons: ['Set risk'], fields: 0, letters: 'Read the letters' },
  { role: 'auditor', buttons: [], fields: 0, letters: 'Read the letters' },
  {
    role: 'fee_earner',
    buttons: [
      'Ask for a document',
      'Set next step',
      'Write a note',
      'Close case',
      'Move to Identity and funds',
      'Choose a stage',
      'See what would change',
      'Edit details',
      'Hand over',
      'Add party',
      'Agree to act for Kofi Mensah',
      'Withdraw the invitation of Kofi Mensah',
      'Add note',
      'Change people',
      'Remove restriction',
      'Invite Esi Mensah as a guest',
      'Send invitation for Amara Okafor',
      ...['Esi Mensah', 'Kofi Mensah', 'Cole Joinery Ltd'].flatMap((name) => [
        `Edit ${name}`,
        `Remove ${name}`,
      ]),
    ],
    fields: 1,
    letters: 'Write a letter',
  },
] as const)(
  'the page of a case offers $role what the portal lets them do, and nothing else',
  async ({ role, buttons, fields, letters: writes }) => {
    const priya = { id: UserId.parse(idOf(70)), name: 'Priya Raman' }
    const file = firmFileOf(1, {
      parties: [giver, joint, company],
      access: { isRestricted: true, memberIds: [priya.id] },
      named: [priya.name],
    })
    const page = (
      <Routes>
        <Route path={firmMatterPage} element={<FirmMatterPage />} />
      </Routes>
    )
    const answers = [
      answer(accounts.current, () => personOf({ id: priya.id, role })),
      answer(matters.firmOne, () => file),
      answer(matterTabs.summary, () => ({
        ...emptySummary,
        people: [
          {
            id: file.client.id,
            firstName: 'Amara',
            lastName: 'Okafor',
            email: 'amara@example.com',
            role: 'client' as const,
            isGuest: false,
            invitedAt: null,
            canSignIn: false,
          },
        ],
      })),
      answer(matterTabs.tasks, () => []),
      answer(matterTabs.documents, () => []),
      answer(matterTabs.payments, () => []),
      answer(matterTabs.contacts, () => []),
      answer(matterTabs.activity, () => []),
      answer(letters.ofMatter, () => ({
        reference: '',
        title: '',
        letters: [],
        recipients: [],
        notOffered: [],
        steps: [],
      })),
      answer(compliance.risk, () => ({ marks: [] })),
      answer(guests.list, () => []),
      answer(jointClients.firmList, () => [invited]),
      answer(organisations.list, () => [unknown]),
      answer(matterTemplates.one, () => ({ version: 1, steps: [], newer })),
    ]
    const { cache } = show(page, answers, { at: firmMatterPath(file.id) })
    const user = userEvent.setup()
    const offered = new Set<string>()
    let textFields = 0
    for (const [tab, words] of tabs) {
      await user.click(await screen.findByRole('tab', { name: tab }))
      for (const sentence of words) expect(await screen.findByText(sentence)).toBeVisible()
      if (tab.test('Documents')) await screen.findByRole('link', { name: writes })
      // Buttons may come from another query than the text.
      await waitFor(() => expect(cache.isFetching()).toBe(0))
      // Everyone may fold a section.
      const pressed = screen.queryAllByRole('button').filter((button) => !isFold(button))
      for (const button of pressed) offered.add(button.getAttribute('aria-label') ?? button.textContent)
      textFields += screen.queryAllByRole('textbox').length
    }
    expect([...offered].toSorted()).toEqual([...buttons].toSorted())
    expect(textFields).toBe(fields)
  },
)

const tabs: [RegExp, string[]][] = [
  [/^Overview/, ['The compliance officer hasn’t rated this case yet.']],
  [
    /^People/,
    [
      'They’ve opened an account. Once you agree, they’ll see this case.',
      'Nobody has entered its owners and officers yet.',
    ],
  ],
  [/^Tasks/, ['Version 2 is out']],
  [/^Documents/, ['Nothing has been sent for this case yet.']],
  [/^Money/, ['Nothing has been paid for this case yet.']],
  [/^Messages/, ['Nobody on this case has an account to write to yet.']],
  [/^Notes/, ['Only people at the firm see these. Clients never do, nor does Obi.']],
  [/^Activity/, ['What is done on this case is listed here.']],
]

const isFold = (button: HTMLElement) =>
  button.hasAttribute('aria-expanded') && button.dataset.state === 'open'
