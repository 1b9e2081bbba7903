// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { InternalNote } from '#contract/matters/facts.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { InternalNotes } from './parts/internal-notes.tsx'
import { firmFileOf } from './testing.ts'

const open = (file: FirmMatterFile) =>
  show(<InternalNotes file={file} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matters.addInternalNote, ({ words }) => ({
      id: InternalNote.shape.id.parse(idOf(700)),
      words,
      by: 'Priya Raman',
      at: new Date(),
    })),
  ])
const field = () => screen.findByLabelText('New internal note')

test('an internal note that is being written stays with its case through another tab and a reload, until it is added', async () => {
  const first = firmFileOf(1)
  open(first)
  await userEvent.type(await field(), 'Rang the lender.')
  cleanup()
  open(firmFileOf(2))
  expect(await field()).toHaveValue('')
  cleanup()
  open(first)
  expect(await field()).toHaveValue('Rang the lender.')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(screen.getByLabelText('New internal note')).toHaveValue(''))
  cleanup()
  open(first)
  expect(await field()).toHaveValue('')
})
