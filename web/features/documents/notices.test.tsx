// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DocumentTask } from './dialog.tsx'
import { bill, documentOf, openWire, validationOf } from './testing.ts'

test('when the document is likely to be read is said until it is; when it came before stays', async () => {
  const wire = openWire()
  let held: ClientDocument[] = []
  const { cache } = show(<DocumentTask task={taskOf(1)} close={() => {}} done={() => {}} />, [
    answer(documents.list, () => held),
    answer(tasks.list, () => [taskOf(1)]),
  ])
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill(), { applyAccept: false })
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }))
  const document = documentOf(2, { taskId: taskOf(1).id, validation: null })
  held = [document]
  const notices = ['You sent this on 3 November.']
  const wait = 'It should take about two minutes.'
  await act(async () => wire.take({ document, validation: stillReading, notices, wait }))
  expect(await screen.findByText(`${notices[0]} ${wait}`)).toBeInTheDocument()

  held = [documentOf(2, { validation: validationOf() })]
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText('You sent this on 3 November.')).toBeInTheDocument()
})
