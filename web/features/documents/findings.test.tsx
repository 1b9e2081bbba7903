// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { nothingRead } from '#contract/documents/validation.ts'
import { identity } from '#contract/identity/identity.ts'
import { answer, show } from '#web/testing.tsx'
import { placeLabels } from '#web/ui/data/frame-labels.ts'
import { joinedFrames } from '#web/ui/data/joined-frames.ts'
import { DocumentContent } from './parts/preview.tsx'
import { Findings } from './reviews/parts/findings.tsx'
import { checkOf, reviewedOf, validationOf } from './testing.ts'

const zone = 'P<GBROKAFOR<<AMARA<<<<<'
const checks = [
  checkOf({ read: 'MRS AMARA OKAFOR' }),
  checkOf({ rule: 'check_digits', title: 'Check digits are correct', read: 'all correct' }),
  checkOf({ rule: 'machine_zone', title: 'Machine-readable lines are legible', read: zone }),
  checkOf({ rule: 'sharpness', title: 'In focus', read: '5501', expected: 'at least 120' }),
  checkOf({ rule: 'brightness', title: 'Bright enough', read: '176 of 255', expected: 'at least 60' }),
  checkOf({ rule: 'glare', title: 'Free of glare', read: '0% blown out', expected: 'at most 6%' }),
]
const open = () => {
  const validation = validationOf({
    confidence: 0.8,
    checks,
    metadata: { ...nothingRead, fullName: 'MRS AMARA OKAFOR' },
  })
  show(<Findings document={reviewedOf(1, { validation })} />, [answer(identity.comparisons, () => [])])
}
const folded = () => screen.getByText('See the measurements').closest('details')

test('the firm reads what was noticed in words; figures and lines for a machine are folded away', () => {
  open()
  const list = screen.getByRole('region', { name: 'What was checked' }).querySelector('ul')?.textContent ?? ''
  for (const title of ['In focus', 'Bright enough', 'Free of glare']) expect(list).toContain(title)
  expect(list).toContain('All correct')
  expect(list).not.toMatch(/5501|255|blown|P<GBR/)
  expect(folded()?.open).toBe(false)
})

test('what failed is shown with what the firm has on file, and what passed is folded away', () => {
  const failed = checkOf({
    rule: 'name_matches',
    title: 'The name matches yours',
    outcome: 'failed',
    read: 'MRS AMARA OKAFOR',
    expected: 'Amara Mensah',
  })
  const metadata = { ...nothingRead, fullName: 'MRS AMARA OKAFOR' }
  const validation = validationOf({ checks: [...checks.slice(1), failed], metadata })
  show(<Findings document={reviewedOf(1, { validation })} />, [answer(identity.comparisons, () => [])])
  const checked = within(screen.getByRole('region', { name: 'What was checked' }))
  expect(checked.getByRole('list', { name: 'To look at' })).toHaveTextContent(
    'The name matches the one we have',
  )
  expect(screen.getByText('On file: Amara Mensah')).toBeInTheDocument()
  expect(checked.getByText('See the 5 checks that passed').closest('details')?.open).toBe(false)
})

test('why a document waits is said in words; the percentage of the check is among the measurements', () => {
  open()
  const shown = document.body.textContent?.replace(folded()?.textContent ?? '', '')
  expect(shown).not.toMatch(/\d%/)
  expect(folded()?.textContent).toContain('80% confidence; from 90% on')
})

test('a figure stands with its unit and what it means', () => {
  open()
  const figures = folded()?.textContent ?? ''
  expect(figures).toContain('Edges stand out by 5,501 points; at least 120 is sharp enough.')
  expect(figures).toContain(
    'The average light is 176, from 0 (black) to 255 (white); at least 60 is bright enough.',
  )
  expect(figures).toContain('0% of the picture is washed out; at most 6% is fine.')
  expect(figures).toContain(zone)
})

test('a name that was read in capitals is shown as people write it', () => {
  open()
  expect(screen.getByText('Read: Mrs Amara Okafor')).toBeInTheDocument()
  expect(screen.getByText('Mrs Amara Okafor')).toBeInTheDocument()
  expect(screen.queryByText(/OKAFOR$/)).not.toBeInTheDocument()
})

test('what was read is framed on the picture, each value named once, and the frames can be hidden', async () => {
  const line = { page: 1, x: 0.1, width: 0.3, height: 0.02 }
  const regions = [
    { ...line, y: 0.1, what: 'Name' },
    { ...line, y: 0.12, what: 'Address' },
    { ...line, y: 0.14, what: 'Address' },
  ]
  const validation = validationOf({ metadata: { ...nothingRead, regions } })
  show(<DocumentContent document={reviewedOf(1, { fileType: 'image/jpeg', validation })} />, [])
  expect(screen.getByText('Where we read it: Name and address.')).toBeInTheDocument()
  expect(screen.getByTitle('Address')).toHaveStyle({ top: '12%' })
  expect(screen.getAllByText('Address')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Hide the frames' }))
  expect(screen.queryByTitle('Address')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show the frames' }))
  expect(screen.getByTitle('Name')).toHaveStyle({ left: '10%', width: '30%' })
})

test('a reason for review is shown once; a suspicion is shown with its evidence even if it repeats the reason', () => {
  const open = (flag: 'isExpired' | 'isTampered') => {
    const old = checkOf({
      rule: 'not_too_old',
      title: 'Recent enough',
      outcome: 'failed',
      read: '7 June 2026',
    })
    const verificationFlags = { ...nothingRead.verificationFlags, [flag]: true }
    const flagEvidence = { [flag]: ['Recent enough: 7 June 2026'] }
    const metadata = { ...nothingRead, verificationFlags, flagEvidence }
    const validation = validationOf({ confidence: 0.4, issues: ['Too old.'], checks: [old], metadata })
    show(<Findings document={reviewedOf(1, { validation })} />, [answer(identity.comparisons, () => [])])
  }
  open('isExpired')
  expect(screen.queryByText('Only the firm sees this')).not.toBeInTheDocument()
  open('isTampered')
  expect(screen.getByText('Only the firm sees this')).toBeInTheDocument()
})

test('the total of a bill is told with the sign that is printed, or with none', () => {
  const open = (currency: string | null) => {
    const validation = validationOf({ metadata: { ...nothingRead, total: { amount: 11_748, currency } } })
    show(<Findings document={reviewedOf(1, { validation })} />, [answer(identity.comparisons, () => [])])
  }
  open('GBP')
  open(null)
  expect(screen.getByText('£117.48')).toBeInTheDocument()
  expect(screen.getByText('117.48')).toBeInTheDocument()
})

test('labels of frames that lie close together stay beside them, and cover neither each other nor another frame', () => {
  const line = { x: 0.1, width: 0.3, height: 0.015 }
  const items = [
    { ...line, y: 0.1, text: 'Name' },
    { ...line, y: 0.118, text: 'Address' },
    { ...line, y: 0.136, text: 'Address' },
    { ...line, y: 0.1, x: 0.45, text: 'Date' },
    { ...line, y: 0.005, x: 0.69, text: 'Total' },
  ]
  const page = { width: 320, height: 452 }
  const labels = placeLabels(items, page, [])
  expect(labels.map(({ text }) => text)).toEqual(['Name', 'Address', 'Date', 'Total'])
  const frames = items.map(({ text, x, y, width, height }) => ({
    text,
    left: x * page.width,
    top: y * page.height,
    width: width * page.width,
    height: height * page.height,
  }))
  for (const label of labels) {
    const own = frames.filter(({ text }) => text === label.text)
    const isNear = own.some(
      ({ top, height }) => label.top > top - 2 * label.height && label.top < top + height + label.height,
    )
    expect(isNear, `${label.text} is beside a frame of its own`).toBe(true)
    for (const other of [...labels, ...frames].filter((place) => place !== label))
      expect(
        label.left + label.width <= other.left ||
          other.left + other.width <= label.left ||
          label.top + label.height <= other.top ||
          other.top + other.height <= label.top,
        `${label.text} covers ${other.text}`,
      ).toBe(true)
  }
})

test('a label covers no print; without room beside its frame on a phone it is left out', () => {
  const phone = { width: 320, height: 452 }
  const line = { y: 0.1, height: 0.015 }
  const date = { ...line, text: 'Date', x: 0.4, width: 0.2 }
  const print = (x: number, width: number, y = line.y) => ({ ...line, text: 'words', x, width, y })
  const right = print(0.61, 0.3)
  const [label] = placeLabels([date], phone, [right])
  expect(label?.left).toBeLessThan(date.x * phone.width)
  const around = [0.06, 0.08, 0.1, 0.12, 0.14].map((y) => print(0, 1, y))
  expect(placeLabels([date], phone, around)).toEqual([])
  expect(placeLabels([date], { width: 720, height: 1018 }, around)).toHaveLength(1)
})

test('on a phone a photo, whose print has no known places, is framed without labels', () => {
  const items = [{ text: 'Date', x: 0.4, y: 0.1, width: 0.2, height: 0.015 }]
  expect(placeLabels(items, { width: 320, height: 452 }, null)).toEqual([])
  expect(placeLabels(items, { width: 720, height: 1018 }, null)).toHaveLength(1)
})

test('the lines of one address get one frame, and what lies apart keeps its own', () => {
  const line = (text: string, y: number, x = 0.1) => ({ text, x, y, width: 0.2, height: 0.02 })
  const lines = [line('Name', 0.2), line('Address', 0.22), line('Address', 0.245), line('Address', 0.6)]
  expect(joinedFrames([...lines, line('Address', 0.22, 0.6)])).toEqual([
    lines[0],
    { text: 'Address', x: 0.1, y: 0.22, width: expect.closeTo(0.2), height: expect.closeTo(0.045) },
    lines[3],
    line('Address', 0.22, 0.6),
  ])
})

test('what was wanted begins the line where nothing could be read', () => {
  const unread = checkOf({ outcome: 'not_checked', expected: 'Amara Okafor' })
  const validation = validationOf({ checks: [unread] })
  show(<Findings document={reviewedOf(1, { validation })} />, [answer(identity.comparisons, () => [])])
  expect(screen.getByText('We have: Amara Okafor')).toBeInTheDocument()
})
