import sharp from 'sharp'
import { drawStatement } from '#server/demo/sample-documents.ts'
import { photographPassport } from '#server/features/documents/testing/passport.ts'
import type { Paper } from './page-actions/documents.ts'

/** A bank statement of the demo's client as a bank would send it. `age` is in days. */
export async function statement({ name = 'bank-statement.pdf', age = 9 } = {}): Promise<Paper> {
  const day = new Date(Date.now() - age * 86_400_000).toLocaleDateString('en-GB', { dateStyle: 'long' })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await drawStatement(day)) }
}

let passports = 0
/** A different passport number for each client: a second client with the same passport would be doubted. */
const ownNumber = () => {
  passports += 1
  return String(533_401_285 + passports)
}

/** A photo of an invented passport of the client that `signUp` creates. */
export async function passport(name = 'passport.jpg'): Promise<Paper> {
  return { name, mimeType: 'image/jpeg', buffer: await photographPassport({ number: ownNumber() }) }
}

/** The same passport, but it expired in 2024. */
export async function expiredPassport(): Promise<Paper> {
  const buffer = await photographPassport({ expiryDate: '2024-06-30', number: ownNumber() })
  return { name: 'old-passport.jpg', mimeType: 'image/jpeg', buffer }
}

/** A photograph without readable text. */
export async function photograph(name = 'passport.jpg'): Promise<Paper> {
  const raw = { width: 1200, height: 800, channels: 3, background: '#6b8f71' } as const
  const buffer = await sharp({ create: { ...raw, noise: { type: 'gaussian', mean: 120, sigma: 40 } } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
