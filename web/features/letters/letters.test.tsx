// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { caseLettersPage, caseLettersPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { letterTemplates } from '#contract/letter-templates/letter-templates.ts'
import { LetterId, letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmFileOf } from '#web/features/matters/testing.ts'
import { answer, asksBeforeUnload, idOf, show } from '#web/testing.tsx'
import { CaseLettersPage } from './case-letters-page.tsx'
import { LetterTemplatesPage } from './page.tsx'
import { letter, template } from './testing.ts'

const page = (
  <Routes>
    <Route path={caseLettersPage} element={<CaseLettersPage />} />
  </Routes>
)
const staff = answer(accounts.current, () => personOf({ role: 'administrator', roles: ['administrator'] }))
const ofCase = answer(matters.firmOne, () => firmFileOf(9))

test('what a letter lacks and who cannot get it is named beside it, and it is sent as it was read', async () => {
  const sent: unknown[] = []
  const answers = [
    staff,
    ofCase,
    answer(letters.ofMatter, () => ({
      reference: 'HR-2026-00012',
      title: 'Purchase of a flat',
      letters: sent.length > 0 ? [letter] : [],
      recipients: [{ id: UserId.parse(idOf(50)), name: 'Amara Okafor' }],
      notOffered: ['May Jones'],
      steps: [{ id: TaskId.parse(idOf(60)), title: 'Sign the transfer', clientId: UserId.parse(idOf(50)) }],
    })),
    answer(letterTemplates.list, () => [template]),
    answer(letters.preview, ({ answers: { keys = '' } }) => ({
      title: 'Completion letter',
      dataDigest: 'as read',
      blocks: [{ kind: 'paragraph' as const, text: `The keys are ${keys || '[Where the keys are]'}.` }],
      missing: keys
        ? []
        : [
            {
              field: 'ask.keys',
              label: 'Keys',
              sentence: '“Keys” is empty. Fill it in on this page.',
              path: null,
            },
          ],
    })),
    answer(letters.send, (input) => {
      sent.push(input)
      return letter
    }),
  ]
  show(page, answers, { at: caseLettersPath(idOf(9)) })
  expect(await screen.findByText('No letters yet')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText(/Template/), 'Completion letter')
  expect(await screen.findByText(/“Keys” is empty/)).toBeVisible()
  expect(
    screen.getByText(/^May Jones can’t be chosen: only clients of this case with an account/),
  ).toBeVisible()
  await userEvent.type(screen.getByLabelText(/Where the keys are/), 'with the agent')
  expect(await screen.findByText('The keys are with the agent.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/“Keys” is empty/)).not.toBeInTheDocument())
  expect(screen.getByLabelText('For')).toHaveDisplayValue('Sign the transfer')
  await userEvent.click(screen.getByLabelText(/To be read/))
  expect(screen.queryByLabelText('For')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Send letter' }))
  const table = await screen.findByRole('table', { name: 'Letters sent' })
  expect(within(table).getByText('Amara Okafor')).toBeVisible()
  expect(sent).toMatchObject([
    { answers: { keys: 'with the agent' }, delivery: 'document', templateVersion: 0, dataDigest: 'as read' },
  ])
})

test('older letters than a page holds are shown on demand', async () => {
  const all = Array.from({ length: pageSize + 1 }, (_, n) => ({
    ...letter,
    id: LetterId.parse(idOf(900 - n)),
    name: `Letter ${n + 1}`,
  }))
  const answers = [
    staff,
    ofCase,
    answer(letters.ofMatter, ({ before }) => ({
      reference: 'HR-2026-00012',
      title: 'Purchase of a flat',
      letters: before === all.at(pageSize - 1)?.id ? all.slice(pageSize) : all.slice(0, pageSize),
      recipients: [],
      notOffered: [],
      steps: [],
    })),
    answer(letterTemplates.list, () => [template]),
  ]
  show(page, answers, { at: caseLettersPath(idOf(9)) })
  const more = await screen.findByRole('button', { name: 'Show older letters' })
  expect(screen.queryByText(`Letter ${pageSize + 1}`)).not.toBeInTheDocument()
  await userEvent.click(more)
  expect(await screen.findByText(`Letter ${pageSize + 1}`)).toBeInTheDocument()
  expect(more).not.toBeInTheDocument()
}, 30_000)

test('a template is published with what has changed, and a field that does not exist is refused where it is written', async () => {
  const published: unknown[] = []
  const answers = [
    staff,
    answer(letterTemplates.list, () => [template]),
    answer(matters.firmList, () => []),
    answer(letterTemplates.publish, (input) => {
      published.push(input)
      if (published.length === 1) throw new Problem('conflict', 'Priya Raman has published a newer version.')
      return { ...template, version: 1 }
    }),
  ]
  show(<LetterTemplatesPage />, answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Completion letter' }))
  const text = screen.getByRole('textbox', { name: /^Text/ })
  await userEvent.clear(text)
  await userEvent.type(text, 'Dear {{{{clint.name}}')
  await userEvent.type(screen.getByLabelText(/What has changed/), 'Shorter')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(/There is no field “\{\{clint\.name\}\}”/)).toBeVisible()
  await userEvent.clear(text)
  await userEvent.selectOptions(screen.getByLabelText(/Insert/), 'Firm’s name')
  expect(text).toHaveValue('{{firm.name}}')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Priya Raman has published a newer version.')).toBeVisible()
  expect(text).toHaveValue('{{firm.name}}')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(published).toHaveLength(2))
  expect(published[1]).toMatchObject({ basedOn: 0, note: 'Shorter', text: '{{firm.name}}' })
})

test('what was typed into a template is lost neither by Escape nor by a reload without being asked', async () => {
  show(<LetterTemplatesPage />, [
    staff,
    answer(letterTemplates.list, () => [template]),
    answer(matters.firmList, () => []),
  ])
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Edit Completion letter' }))
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await open()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(screen.getByLabelText(/What has changed/), 'Shorter')
  expect(asksBeforeUnload()).toBe(true)
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => press('Cancel'), () => press('Close')]) {
    await leave()
    await screen.findByRole('alertdialog', { name: 'Discard what you wrote?' })
    await press('Keep editing')
    expect(screen.getByLabelText(/What has changed/)).toHaveValue('Shorter')
  }
  await press('Cancel')
  await press('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a letter that is not sent yet is there again after leaving the page, and is given up only on purpose', async () => {
  const answers = [
    staff,
    ofCase,
    answer(letters.ofMatter, () => ({
      reference: 'HR-2026-00012',
      title: 'Purchase of a flat',
      letters: [],
      recipients: [{ id: UserId.parse(idOf(50)), name: 'Amara Okafor' }],
      notOffered: [],
      steps: [],
    })),
    answer(letterTemplates.list, () => [template]),
    answer(letters.preview, () => ({ title: 'Completion letter', dataDigest: '', blocks: [], missing: [] })),
  ]
  const open = () => show(page, answers, { at: caseLettersPath(idOf(9)) })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const { unmount } = open()
  await userEvent.selectOptions(await screen.findByLabelText(/Template/), 'Completion letter')
  await userEvent.type(await screen.findByLabelText(/Where the keys are/), 'with the agent')
  unmount()
  const again = open()
  expect(await screen.findByLabelText(/Where the keys are/)).toHaveValue('with the agent')
  await press('Cancel')
  await screen.findByRole('alertdialog', { name: 'Discard this letter?' })
  await press('Keep editing')
  expect(screen.getByLabelText(/Where the keys are/)).toHaveValue('with the agent')
  await press('Cancel')
  await press('Discard changes')
  await waitFor(() => expect(screen.queryByLabelText(/Where the keys are/)).toBeNull())
  again.unmount()
  open()
  await userEvent.selectOptions(await screen.findByLabelText(/Template/), 'Completion letter')
  expect(await screen.findByLabelText(/Where the keys are/)).toHaveValue('')
})
