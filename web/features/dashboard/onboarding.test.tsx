// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { recentLimit } from '#contract/activities.ts'
import { expectTwoLines, show, twoLines } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { activityOf, done, newAna, portalOf, someTasks, taskIn } from './testing.ts'

const region = (name: string) => screen.findByRole('region', { name })

test('a client who has just been onboarded is welcomed by name, with all there is to do', async () => {
  show(<DashboardPage />, portalOf(newAna))
  await screen.findByText('2/6 Complete')
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ana!' })).toBeInTheDocument()
  expect(screen.getByText("Let's get you set up. Here's what you need to do.")).toBeInTheDocument()
  expect(screen.getByText('33% complete')).toBeInTheDocument()
  expect(
    screen.getByRole('progressbar', { name: 'Overall progress', value: { now: 33 } }),
  ).toBeInTheDocument()
})

test('a client without a first name is still greeted', async () => {
  show(<DashboardPage />, portalOf({ ...newAna, firstName: ' ' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, User!' })).toBeInTheDocument()
})

describe('what to do next', () => {
  const card = () => screen.findByRole('region', { name: 'Do this next' })

  test('is one task, why it is asked for, and a button that opens it', async () => {
    const form = taskIn('forms', 'Risk Assessment', { kind: 'risk_assessment', status: 'in_progress' })
    const list = [taskIn('documents', 'Upload proof of identity', done), form]
    show(<DashboardPage />, portalOf(newAna, { list }))
    const next = await card()
    expect(within(next).getByText('Risk Assessment')).toBeInTheDocument()
    expect(
      within(next).getByText(/legally required to ask every client .* about 5 minutes/),
    ).toBeInTheDocument()
    await userEvent.click(within(next).getByRole('button', { name: 'Carry on' }))
    expect(await screen.findByRole('dialog', { name: 'Risk Assessment' })).toBeInTheDocument()
  })

  test('is first of all what the firm asks for again, with its reason', async () => {
    const reason = 'The bill is of 2019.'
    const list = [...someTasks(), taskIn('documents', 'Upload proof of funds', { reason })]
    show(<DashboardPage />, portalOf(newAna, { list }))
    const next = await card()
    expect(next.textContent).toContain('Upload proof of funds')
    expect(next.textContent).toContain('Please send this again. The bill is of 2019.')
    expect(within(next).getByText('Needs another')).toBeInTheDocument()
    expect(within(next).getByRole('button', { name: 'Send another' })).toBeInTheDocument()
    const [first] = screen.getAllByRole('heading', { level: 2 })
    expect(next.contains(first ?? null)).toBe(true)
  })

  test('is a document that its client can mend, and its task counts as left', async () => {
    const reason = 'This is in the name of Gareth Pugh.'
    const list = [taskIn('documents', 'Upload proof of funds', { ...done, outcome: 'review', reason })]
    show(<DashboardPage />, portalOf(newAna, { list }))
    const next = await card()
    expect(next.textContent).toContain(`Please send another. ${reason}`)
    expect(within(next).getByRole('button', { name: 'Send another' })).toBeInTheDocument()
    const documents = await region('Documents & Signatures')
    expect(within(documents).getByText('0 of 1 complete')).toBeInTheDocument()
    expect(within(documents).getByText('Needs another')).toBeInTheDocument()
    expect(screen.queryByText('In review')).not.toBeInTheDocument()
    expect(screen.queryByText('Completed')).not.toBeInTheDocument()
  })
})

describe('the four sections', () => {
  test('are open, and say how far each one is', async () => {
    show(<DashboardPage />, portalOf(newAna))
    const documents = await region('Documents & Signatures')
    expect(within(documents).getByText('1 of 2 complete')).toBeInTheDocument()
    expect(within(documents).getByRole('progressbar', { value: { now: 50 } })).toBeInTheDocument()
    const upload = { name: 'Upload', description: 'Upload proof of address' }
    expect(within(documents).getByRole('button', upload)).toBeInTheDocument()
    for (const title of ['Payments', 'ID & Bank Verification', 'Forms'])
      expect(
        within(await region(title)).getByRole('button', { name: title, expanded: true }),
      ).toBeInTheDocument()
  })

  test('close and open again by their heading', async () => {
    show(<DashboardPage />, portalOf(newAna))
    const forms = await region('Forms')
    await userEvent.click(within(forms).getByRole('button', { name: 'Forms' }))
    expect(within(forms).queryByText('Risk Assessment')).not.toBeInTheDocument()
    await userEvent.click(within(forms).getByRole('button', { name: 'Forms' }))
    expect(within(forms).getByText('Risk Assessment')).toBeInTheDocument()
  })

  test('keep done tasks below one line, which opens', async () => {
    show(<DashboardPage />, portalOf(newAna))
    const documents = await region('Documents & Signatures')
    expect(within(documents).queryByText('Upload proof of identity')).not.toBeInTheDocument()
    await userEvent.click(within(documents).getByRole('button', { name: '1 done', expanded: false }))
    expect(within(documents).getByText('Upload proof of identity')).toBeInTheDocument()
    await userEvent.click(within(documents).getByRole('button', { name: '1 done', expanded: true }))
    expect(within(documents).queryByText('Upload proof of identity')).not.toBeInTheDocument()
  })

  test('show all there is on paper', async () => {
    show(<DashboardPage />, portalOf(newAna))
    const documents = await region('Documents & Signatures')
    act(() => void dispatchEvent(new Event('beforeprint')))
    expect(within(documents).getByText('Upload proof of identity')).toBeInTheDocument()
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(within(documents).queryByText('Upload proof of identity')).not.toBeInTheDocument()
  })

  test('carry a badge once all is done and are closed then, and say so where nothing is asked', async () => {
    const list = [taskIn('forms', 'Client Questionnaire', done), taskIn('payments', 'Pay search fees')]
    show(<DashboardPage />, portalOf(newAna, { list }))
    expect(
      within(await region('Forms'))
        .getAllByText('Completed')
        .filter((badge) => badge.tagName === 'SPAN'),
    ).toHaveLength(1)
    const closed = { name: 'Forms', expanded: false }
    expect(within(await region('Forms')).getByRole('button', closed)).toBeInTheDocument()
    expect(within(await region('Payments')).queryByText('Completed')).not.toBeInTheDocument()
    expect(
      within(await region('Documents & Signatures')).getByText('No tasks in this category'),
    ).toBeInTheDocument()
  })

  test('are joined by the two others only where these hold something', async () => {
    const letter = taskIn('legal_services', 'Read our letter')
    show(<DashboardPage />, portalOf(newAna, { list: [...someTasks(), letter] }))
    expect(within(await region('Legal Services')).getByText('Read our letter')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Risk Assessment Questionnaire' })).not.toBeInTheDocument()
  })
})

describe('a task', () => {
  const shown = async (...list: ReturnType<typeof someTasks>) => {
    show(<DashboardPage />, portalOf(newAna, { list: [...list, taskIn('forms', 'Another')] }))
    const closed = { name: 'ID & Bank Verification', expanded: false }
    await region('Do this next')
    const section = screen.queryByRole('button', closed)
    if (section) await userEvent.click(section)
    const found = await screen.findAllByText(list[0]?.title ?? '')
    return found.map((words) => words.closest('li')).find((row) => row !== null) as HTMLElement
  }

  test('to be paid shows its amount and is paid by the primary button', async () => {
    const [, , fees] = someTasks()
    if (!fees) throw new Error('there are no fees')
    const row = await shown(fees)
    expect(within(row).getByText('£342.50').tagName).toBe('B')
    expect(within(row).getByRole('button', { name: 'Pay Now' }).className).toContain('bg-brand ')
  })

  test('that several clients share says before that once is enough, and afterwards who did it', async () => {
    const [, , fees] = someTasks()
    if (!fees) throw new Error('there are no fees')
    const open = await shown({ ...fees, isShared: true })
    expect(within(open).getByText('Shared in your case: only one of you needs to do it')).toBeInTheDocument()
    cleanup()
    const funds = { ...done, isShared: true, doneBy: 'Tom Bexley' }
    const over = await shown(taskIn('verification', 'Upload proof of funds', funds))
    expect(within(over).getByText('Done by Tom Bexley')).toBeInTheDocument()
  })

  test('that we are looking at is in review, in one word and no other', async () => {
    const row = await shown(taskIn('verification', 'Verify your identity', { ...done, outcome: 'review' }))
    expect(within(row).getByText('In review')).toBeInTheDocument()
    expect(row.textContent).not.toMatch(/Completed|Done|Verified|To do/)
    expect(within(row).getByRole('button', { name: 'View' })).toBeInTheDocument()
  })

  test('that the firm asks for again needs another, and says why', async () => {
    const row = await shown(
      taskIn('documents', 'Upload proof of address', { reason: 'The bill is of 2019.' }),
    )
    expect(within(row).getByText('Please send this again. The bill is of 2019.')).toBeInTheDocument()
    expect(within(row).getByText('Needs another')).toBeInTheDocument()
  })
})

describe('the tabs of a phone', () => {
  const onPhone = () => {
    const media = Object.assign(new EventTarget(), { matches: true })
    vi.stubGlobal('matchMedia', () => media)
  }

  test('leave one category at a time, and bring all back', async () => {
    onPhone()
    const letter = taskIn('legal_services', 'Read our letter')
    show(<DashboardPage />, portalOf(newAna, { list: [...someTasks(), letter] }))
    const titles = () =>
      screen.getAllByRole('heading', { level: 2 }).flatMap((heading) => {
        const group = within(heading).queryByRole('button')
        return group ? [group.textContent] : []
      })
    await userEvent.click(await screen.findByRole('button', { name: 'Documents', pressed: false }))
    expect(titles()).toEqual(['Documents & Signatures'])
    await userEvent.click(screen.getByRole('button', { name: 'Verification', pressed: false }))
    expect(titles()).toEqual(['ID & Bank Verification'])
    await userEvent.click(screen.getByRole('button', { name: 'Forms', pressed: false }))
    expect(titles()).toEqual(['Forms', 'Legal Services'])
    await userEvent.click(screen.getByRole('button', { name: 'All' }))
    expect(titles()).toHaveLength(5)
  })

  test('are not there on a wide screen', async () => {
    show(<DashboardPage />, portalOf(newAna))
    await region('Forms')
    expect(screen.queryByRole('group', { name: 'Category' })).not.toBeInTheDocument()
  })
})

describe('recent activity', () => {
  test('is at most the five newest, with "New" for an hour', async () => {
    const lately = [1, 59, 61, 200, 300, 400].map((minutes) => activityOf(`${minutes} minutes`, minutes))
    show(<DashboardPage />, portalOf(newAna, { lately }))
    const panel = await screen.findByRole('complementary', { name: 'Recent Activity' })
    const rows = within(panel).getAllByRole('listitem')
    expect(rows).toHaveLength(recentLimit)
    const isNew = (row: HTMLElement) => within(row).queryByText('New') !== null
    expect(rows.map(isNew)).toEqual([true, true, false, false, false])
    const ago = within(panel).getByText('1 minute ago')
    expect(ago.title).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/)
  })

  test('is not there while nothing has happened', async () => {
    show(<DashboardPage />, portalOf(newAna))
    await region('Forms')
    expect(screen.queryByText('Recent Activity')).not.toBeInTheDocument()
  })
})

test('a line break in what the firm asks for, or in why it asks again, is kept', async () => {
  const request = taskIn('documents', 'The letter', { kind: 'requested_document', description: twoLines })
  const again = taskIn('documents', 'The bill', { reason: twoLines })
  show(<DashboardPage />, portalOf(newAna, { list: [request, again] }))
  await expectTwoLines()
  expect(screen.getAllByText(/The letter of 12 October/)).toHaveLength(3)
})
