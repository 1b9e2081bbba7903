// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing.tsx'
import { TextLink } from '../actions/link.tsx'
import { Table } from '../data/table.tsx'
import { Progress, Stepper } from '../feedback/progress.tsx'
import { Page, SiteName } from './page.tsx'
import { Section } from './section.tsx'
import { Tabs } from './tabs.tsx'

const site = (
  <SiteName value="Hartley & Rowe">
    <Routes>
      <Route
        path="/"
        element={
          <Page title="Documents">
            <TextLink to="/payments">Payments</TextLink>
          </Page>
        }
      />
      <Route path="/payments" element={<Page title="Payments">Nothing to pay</Page>} />
    </Routes>
  </SiteName>
)

test('a page names itself in the browser, and its heading takes focus when one arrives by a link', async () => {
  show(site)
  expect(document.title).toBe('Documents – Hartley & Rowe')
  expect(document.body).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: 'Payments' }))
  expect(document.title).toBe('Payments – Hartley & Rowe')
  expect(screen.getByRole('heading', { name: 'Payments' })).toHaveFocus()
})

const tabs = [
  { value: 'open', label: 'Open', count: 2, content: <p>Two open cases</p> },
  { value: 'pending', label: 'Pending', content: <p>None pending</p> },
  { value: 'closed', label: 'Closed', content: <p>One closed case</p> },
]

test('tabs are one stop of the keyboard, and the arrows go round them', async () => {
  show(<Tabs label="Cases" tabs={tabs} start="pending" />)
  expect(screen.getByRole('tabpanel', { name: 'Pending' }).textContent).toBe('None pending')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Open 2', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel').textContent).toBe('Two open cases')
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Closed', selected: true })).toHaveFocus()
  await userEvent.keyboard('{Home}')
  expect(screen.queryByText('One closed case')).not.toBeInTheDocument()
})

test('tabs steered from outside show what they are told and say what was chosen', async () => {
  const choose = vi.fn()
  show(<Tabs label="Cases" tabs={tabs} value="open" onChange={choose} />)
  await userEvent.click(screen.getByRole('tab', { name: 'Closed' }))
  expect(choose).toHaveBeenCalledWith('closed')
  expect(screen.getByRole('tabpanel').textContent).toBe('Two open cases')
})

test('a section closes and opens by its heading', async () => {
  show(
    <Section title="Payments" subtitle="0 of 1 complete">
      <p>Pay search fees</p>
    </Section>,
  )
  const heading = within(screen.getByRole('heading', { name: 'Payments' })).getByRole('button', {
    expanded: true,
  })
  await userEvent.click(heading)
  expect(screen.queryByText('Pay search fees')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Pay search fees')).toBeDefined()
})

test('progress is told in whole percent between 0 and 100, or in the words given', () => {
  show(
    <>
      <Progress label="Upload" value={66.6} />
      <Progress label="Tasks" value={140} valueText="8 of 8 complete" />
    </>,
  )
  const [upload, tasks] = screen.getAllByRole('progressbar')
  expect([
    upload?.ariaLabel ?? upload?.getAttribute('aria-label'),
    upload?.getAttribute('aria-valuetext'),
  ]).toEqual(['Upload', '67%'])
  expect([tasks?.getAttribute('aria-valuenow'), tasks?.getAttribute('aria-valuetext')]).toEqual([
    '100',
    '8 of 8 complete',
  ])
})

test('a stepper says which step is open and which are done', () => {
  show(<Stepper steps={['Contact', 'Matter', 'Review']} current={1} />)
  const steps = screen.getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps[0]?.textContent).toBe('Contact(done)')
})

test('a table is named, and each value stands under its header', () => {
  show(
    <Table
      caption="Payment History"
      rows={[{ id: '1', amount: '£342.50' }]}
      rowKey={({ id }) => id}
      columns={[{ header: 'Amount', align: 'end', cell: ({ amount }) => amount }]}
    />,
  )
  const table = within(screen.getByRole('table', { name: 'Payment History' }))
  expect(table.getByRole('columnheader', { name: 'Amount' })).toBeDefined()
  expect(table.getByRole('cell', { name: '£342.50' })).toBeDefined()
})
