// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documentSandbox, type KeyStatus, type TrialResult } from '#contract/document-sandbox.ts'
import { smallUploadLimit } from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DocumentSandboxPage } from './page.tsx'

const user = personOf({ username: 'admin', firstName: 'Ada', lastName: 'Min', role: 'administrator' })
const simulation: KeyStatus = { valid: false, message: 'No GBG key is configured.', usingSimulation: true }
const good: TrialResult = {
  status: 'PASS',
  score: 97,
  referenceId: 'ref-1',
  extractedData: {
    personalDetails: { FirstName: 'Amara', LastName: 'Okafor' },
    documentDetails: {},
    addressDetails: { AddressPostCode: 'SW1A 1AA' },
    financialDetails: { Balance: 123_456 },
  },
  flags: {
    isTampered: false,
    isExpired: false,
    isFraudulent: false,
    hasMissingElements: false,
    requiresManualReview: false,
  },
  warnings: [],
  errors: [],
  issues: [],
  regions: [{ page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.02, what: 'Name' }],
}

type RunInput = Input<typeof documentSandbox.run>
const open = async (result: TrialResult | Problem = good, key: KeyStatus | Problem = simulation) => {
  const inputs: RunInput[] = []
  show(<DocumentSandboxPage />, [
    answer(accounts.current, () => user),
    answer(documentSandbox.checkKey, () => {
      if (key instanceof Problem) throw key
      return key
    }),
    answer(documentSandbox.run, (input) => {
      inputs.push(input)
      if (result instanceof Problem) throw result
      const pictures = [{ page: 1, image: 'data:image/png;base64,iVBORw0KGgo=' }]
      return { documentType: input.documentType, result, usingSimulation: true, pictures }
    }),
  ])
  await screen.findByRole('heading', { level: 1 })
  return inputs
}
const file = (facts: { name?: string; type?: string; size?: number } = {}) => {
  const { name = 'me.png', type = 'image/png', size = 3 } = facts
  return new File([new Uint8Array(size)], name, { type })
}
const choose = (chosen = file()) =>
  userEvent.upload(screen.getByLabelText('Choose a file'), chosen, { applyAccept: false })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Validate document' }))

test('without a key, the tool says that it is a simulation', async () => {
  await open()
  expect(await screen.findByText('Simulation mode')).toBeInTheDocument()
  expect(screen.getByText('No GBG key is configured.')).toBeInTheDocument()
})

test('a configured key is reported', async () => {
  await open(good, { valid: true, message: 'The provider answers.', usingSimulation: false })
  expect(await screen.findByText('API key configured')).toBeInTheDocument()
})

test('a key that cannot be checked is reported, and the tool uses the simulation', async () => {
  await open(good, new Problem('internal', 'It broke.'))
  expect((await screen.findAllByText('Error checking GBG API configuration')).length).toBeGreaterThan(0)
  expect(screen.getByText('Simulation mode')).toBeInTheDocument()
})

test('a file is sent as a data URL with its type, and every part of the answer is shown', async () => {
  const inputs = await open()
  await userEvent.selectOptions(screen.getByLabelText('Document type'), 'Utility bill')
  await choose()
  await press()

  expect(await screen.findByText('PASS')).toBeInTheDocument()
  expect(inputs).toEqual([
    {
      documentType: 'utility_bill',
      imageData: 'data:image/png;base64,AAAA',
      metadata: { testRequest: true, userId: user.id },
    },
  ])
  expect(screen.getByText('97 of 100')).toBeInTheDocument()
  expect(screen.getByText('ref-1')).toBeInTheDocument()
  for (const words of ['First name', 'Amara', 'Address post code', 'SW1A 1AA', 'Balance', '£1,234.56'])
    expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.queryByText('Document details')).not.toBeInTheDocument()
  expect(screen.getByText('No rule failed.')).toBeInTheDocument()
  expect(screen.getByText('Read here: Name.')).toBeInTheDocument()
  const place = screen.getByTitle('Name')
  expect([place.style.left, place.style.top, place.style.width]).toEqual(['10%', '20%', '30%'])
  expect(document.activeElement?.textContent).toBe('Validation result')
})

test.each([
  [81, 'bg-ok'],
  [80, 'bg-warn'],
  [61, 'bg-warn'],
  [60, 'bg-stop'],
])('a score of %i has its colour', async (score, look) => {
  await open({ ...good, score })
  await choose()
  await press()
  const bar = await screen.findByRole('progressbar', { name: 'Score' })
  expect(bar.firstElementChild?.className).toContain(look)
})

test('objections to a document are shown: flags, errors, warnings, and what a client would read', async () => {
  await open({
    ...good,
    status: 'FAIL',
    score: 40,
    flags: { ...good.flags, isExpired: true },
    errors: ['Dated within the last 3 months: read “1 May 2020”.'],
    warnings: ['Name matches: not checked.'],
    issues: ['Please upload a newer one.'],
    extractedData: { personalDetails: {}, documentDetails: {}, addressDetails: {}, financialDetails: {} },
    regions: [],
  })
  await choose()
  await press()
  expect(await screen.findByText('FAIL')).toBeInTheDocument()
  const outOfDate = screen.getByText('Out of date').closest('li') ?? document.body
  expect(within(outOfDate).getByText('Yes')).toBeInTheDocument()
  for (const words of [/read “1 May 2020”/, 'Name matches: not checked.', 'Please upload a newer one.'])
    expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.getByText('Nothing was read.')).toBeInTheDocument()
  expect(screen.getByText('No place on this page was read.')).toBeInTheDocument()
})

test('an invalid test is refused before it is sent, with the exact message', async () => {
  const inputs = await open()
  await press()
  expect((await screen.findAllByText('No image selected')).length).toBeGreaterThan(0)
  await choose(file({ name: 'letter.docx', type: 'application/msword' }))
  expect(await screen.findByText('Invalid file type')).toBeInTheDocument()
  expect(screen.getAllByText('Please upload a JPG, PNG, or PDF file').length).toBeGreaterThan(0)
  await choose(file({ size: smallUploadLimit + 1 }))
  expect(await screen.findByText('File too large')).toBeInTheDocument()
  expect(screen.getAllByText('Maximum file size is 5MB').length).toBeGreaterThan(0)
  expect(inputs).toEqual([])
})

test.each([
  [new Problem('unprocessable', 'This file is empty.'), 'This file is empty.'],
  [new Problem('internal', 'Something went wrong.'), 'An error occurred during validation'],
  [new Problem('unavailable', '502: Bad Gateway'), 'An error occurred while communicating with the server'],
])('a test that fails says why', async (problem, words) => {
  await open(problem)
  await choose()
  await press()
  expect(await screen.findByText('Validation failed')).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(1))
})
