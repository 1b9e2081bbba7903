// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JointInvitationId, jointClients } from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'

const open = (invitedBy: string[]) =>
  show(<MattersPage />, [
    answer(matters.list, () => []),
    answer(jointClients.accepted, () =>
      invitedBy.map((name, place) => ({ id: JointInvitationId.parse(idOf(90 + place)), invitedBy: name })),
    ),
  ])

test('who has accepted an invitation reads that the firm decides, and is not asked to create the case', async () => {
  open(['Amara Okafor'])
  expect(await screen.findByText('You’ve accepted the invitation from Amara Okafor')).toBeVisible()
  expect(screen.getByText(/If we can, you’ll see the case here/)).toBeVisible()
  expect(screen.queryByText('Get started by creating your first case')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Case' })).toBeNull()
  expect(screen.getByRole('button', { name: 'New Case' })).toBeVisible()
})

test('a client without cases or invitations is asked to create the first one', async () => {
  open([])
  expect(await screen.findByText('Get started by creating your first case')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create Case' })).toBeVisible()
})
