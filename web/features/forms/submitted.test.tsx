// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answered, done, heading, open, press, questionnaireTask, type, version } from './testing.tsx'

test('shows its answers, all versions, and a PDF', async () => {
  const first = version(1, { formData: { ...answered, occupation: 'Pupil' } })
  open(done(questionnaireTask), { versions: [version(2), first] })

  await screen.findByText('Teacher')
  screen.getByText('Submitted on 5 November 2026 at 14:05')
  const download = screen.getByRole('link', { name: 'Download PDF' })
  expect(download).toHaveAttribute('href', `/api/tasks/${questionnaireTask.id}/answers/download`)

  await userEvent.selectOptions(screen.getByLabelText(/^Version/), '1')
  expect(within(screen.getByLabelText('Personal Information')).queryByText('Teacher')).not.toBeInTheDocument()
})

test('says on paper whose answers they are, and to whom', async () => {
  open(done(questionnaireTask), { versions: [version(1)] })
  let paper = ''
  vi.stubGlobal('print', () => {
    paper = document.querySelector('[data-print=sheet]')?.textContent ?? ''
  })
  await press('Print')
  expect(paper).toContain('Answers of Amara Okafor to Hartley & Rowe')
  expect(paper).toContain('Version 1, submitted on 5 November 2026 at 14:05')
  expect(paper).toContain('Teacher')
})

test('is corrected from its newest answers', async () => {
  let sent: unknown
  const page = open(done(questionnaireTask), {
    versions: [version(1)],
    complete: (formData) => {
      sent = formData
      return done(questionnaireTask)
    },
  })

  await press('Correct')
  await type(/^Occupation/, 'Head teacher')
  for (const step of ['Contact Information', 'Legal Matter Information', 'Review & Submit']) {
    await press('Next')
    await heading(step)
  }
  await press('Submit')

  await screen.findByText('Form submitted successfully')
  expect(sent).toEqual({ ...answered, occupation: 'Head teacher' })
  expect(screen.queryByText('Task Completed')).not.toBeInTheDocument()
  expect(page.close).toHaveBeenCalledOnce()
})

test('cannot be corrected once its case is closed', async () => {
  open({ ...done(questionnaireTask), isOfClosed: true }, { versions: [version(1)] })
  await screen.findByText(/^The case is closed, so they can no longer be corrected\./)
  expect(screen.queryByRole('button', { name: 'Correct' })).not.toBeInTheDocument()
})

test('stands once the firm has accepted it', async () => {
  open(done(questionnaireTask), { versions: [version(1, { isAccepted: true })] })
  await screen.findByText('Accepted')
  expect(screen.queryByRole('button', { name: 'Correct' })).not.toBeInTheDocument()
})
