// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { answer, show } from '#web/testing.tsx'
import { digestOf, VerifyPage } from './verify-page.tsx'

/** The test vector of FIPS 180-2, appendix B.1. */
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const file = new File(['abc'], 'deed.pdf', { type: 'application/pdf' })

type Give = Parameters<typeof answer<typeof signatures.verify>>[1]
const check = async (give: Give) => {
  show(<VerifyPage />, [answer(signatures.verify, give)])
  const user = userEvent.setup()
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no place for a file.')
  await user.upload(input, file)
  return user
}

test('only the fingerprint of the file is asked about', async () => {
  const hashes: string[] = []
  await check(({ sha256 }) => {
    hashes.push(sha256)
    return { outcome: 'signed', signedAt: new Date('2026-11-09T14:05:00Z'), level: 'B-LTA' }
  })
  expect(await screen.findByText('This is the signed document, unchanged')).toBeInTheDocument()
  expect(screen.getByText(/9 November 2026 at 14:05/)).toBeInTheDocument()
  expect(screen.getByText('PAdES B-LTA.')).toBeInTheDocument()
  expect(screen.getByText(/An independent time-stamp authority has confirmed/)).toBeInTheDocument()
  expect(hashes).toEqual([abc])
})

test.each([
  ['unsigned', 'This is the document before it was signed'],
  ['unknown', "We don't recognise this file"],
  ['doubtful', 'Please ask the firm about this document'],
] as const)('a file that is %s is told so, and another can be checked', async (outcome, title) => {
  const user = await check(() => ({ outcome, signedAt: null, level: null }))
  expect(await screen.findByText(title)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Verify another file' }))
  expect(screen.getByRole('group', { name: 'The signed document' })).toBeInTheDocument()
})

test('whoever asks too often is told to wait', async () => {
  await check(() => {
    throw new Problem('too_many', 'There were too many attempts. Please wait a little and try again.')
  })
  expect(
    await screen.findByText('There were too many attempts. Please wait a little and try again.'),
  ).toBeInTheDocument()
})

test('a file of several parts has one fingerprint, and tells how far it is', async () => {
  const shares: number[] = []
  const digest = await digestOf(new Blob(['a', 'b', 'c']), (share) => shares.push(share))
  expect(digest).toBe(abc)
  expect(shares.at(-1)).toBe(1)
})
