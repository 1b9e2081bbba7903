import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { openTimeStampAuthority } from '#server/providers/time-stamps/authority.ts'
import { openTestAuthority } from '#server/providers/time-stamps/testing/authority.ts'
import { sealRoom } from '../job.ts'
import { openSealKey } from '../key.ts'
import { addPlaceholder } from '../placeholder.ts'
import { askOpensslOfAll, askPkijs, secondCheck, secondChecker } from '../testing/second-check.ts'
import { verifySeal } from '../verification.ts'
import { augmentSeal } from './augment.ts'
import { readPkcs12 } from './pkcs12.ts'
import { sealPdf } from './seal.ts'

const ca = await openTestAuthority()
const { folder } = ca
const own = await openSealKey(join(folder, 'seal.json'), { owner: 'Hartley & Rowe' })

async function ready() {
  const document = await PDFDocument.create()
  document.addPage([300, 300])
  const words = { name: 'Hartley & Rowe', reason: 'Signed', location: 'Portico', at: new Date() }
  addPlaceholder(document, words, sealRoom.stamped)
  return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }))
}

const asking = async (change: Partial<Parameters<typeof openTimeStampAuthority>[0]> = {}) => ({
  authority: openTimeStampAuthority({ url: ca.url, login: null, certificates: null, ...change }),
  signal: AbortSignal.timeout(20_000),
})

async function during<T>(change: Partial<typeof ca.state>, work: () => Promise<T>) {
  const before = { ...ca.state }
  Object.assign(ca.state, change)
  try {
    return await work()
  } finally {
    Object.assign(ca.state, { ...before, requests: ca.state.requests })
  }
}

const written = (pdf: Buffer) => {
  const file = join(folder, `${Math.random()}.pdf`)
  writeFileSync(file, pdf)
  return file
}

const roots = { seal: join(folder, 'own.pem'), stamps: join(folder, 'ca.pem') }
writeFileSync(roots.seal, own.certificate.toString())

test(`a seal without an authority is PAdES B-B, for ${secondChecker} and OpenSSL as well`, async () => {
  const { pdf, fault } = await sealPdf(await ready(), own, null)
  expect(fault).toBeUndefined()
  expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-B', stamped: null, reason: 'Signed' })
  const file = written(pdf)
  expect(secondCheck(file)).toEqual({ isValid: true, isWhole: true, isIssuerKnown: false })
  expect(askOpensslOfAll(file, roots)).toEqual({ isSealed: true, stamps: [] })
})

test('a library that knows nothing of ours finds a seal and its time stamps whole, and finds each changed byte', async () => {
  const plain = written((await sealPdf(await ready(), own, null)).pdf)
  expect(await askPkijs(plain)).toEqual([true])
  const { pdf } = await sealPdf(await ready(), own, await asking())
  expect(await askPkijs(written(pdf))).toEqual([true, true])
  const inPage = pdf.indexOf('/MediaBox') + 1
  const inStamp = pdf.lastIndexOf('/ETSI.RFC3161') + 1
  for (const [at, verdict] of [
    [inPage, [false, false]],
    [inStamp, [true, false]],
  ] as const) {
    const forged = Buffer.from(pdf)
    forged.writeUInt8(forged.readUInt8(at) ^ 1, at)
    expect(await askPkijs(written(forged))).toEqual(verdict)
  }
})

test('what is written into the room behind a seal breaks it, also where it is no hex', async () => {
  const { pdf } = await sealPdf(await ready(), own, null)
  const room = pdf.lastIndexOf('00000000>')
  for (const words of ['>/M(x)<0', '00000001', 'zzzzzzzz']) {
    const forged = Buffer.from(pdf)
    forged.write(words, room, 'latin1')
    expect(verifySeal(forged).isWhole).toBe(false)
  }
})

test('with an authority a seal is B-LTA, and every time stamp holds for OpenSSL', async () => {
  const { pdf, fault } = await sealPdf(await ready(), own, await asking())
  expect(fault).toBeUndefined()
  const { isWhole, level, stamped } = verifySeal(pdf)
  expect({ isWhole, level, by: stamped?.by }).toEqual({
    isWhole: true,
    level: 'B-LTA',
    by: 'Test Time Stamps',
  })
  expect(Math.abs(Date.now() - (stamped?.at.getTime() ?? 0))).toBeLessThan(60_000)
  const file = written(pdf)
  expect(secondCheck(file)).toMatchObject({ isValid: true, isWhole: true })
  expect(askOpensslOfAll(file, roots)).toEqual({ isSealed: true, stamps: [true] })
})

test('a certificate that the firm bought is shown to be good with its chain, also by a revocation list alone', async () => {
  ca.issue('Firm', 'seals')
  ca.openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'Firm.key',
    '-in',
    'Firm.pem',
    '-certfile',
    'ca.pem',
    '-passout',
    'pass:secret',
    '-out',
    'firm.p12',
  )
  const firm = readPkcs12(readFileSync(join(ca.folder, 'firm.p12')), 'secret')
  for (const hasOcsp of [true, false]) {
    const { pdf } = await during({ hasOcsp }, async () => sealPdf(await ready(), firm, await asking()))
    expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-LTA' })
    expect(askOpensslOfAll(written(pdf), { ...roots, seal: roots.stamps })).toEqual({
      isSealed: true,
      stamps: [true],
    })
  }
})

test.each(['down', 'refuses', 'other bytes', 'replays'] as const)(
  'an authority that is or does "%s" leaves a whole seal of B-B, which is raised to B-LTA later and keeps every byte',
  async (fault) => {
    if (fault === 'replays') await sealPdf(await ready(), own, await asking())
    const sealed = await during({ fault }, async () => sealPdf(await ready(), own, await asking()))
    expect(sealed.fault).toBeInstanceOf(Error)
    expect(verifySeal(sealed.pdf)).toMatchObject({ isWhole: true, level: 'B-B' })
    const raised = await augmentSeal(sealed.pdf, await asking())
    expect(raised.fault).toBeUndefined()
    expect(verifySeal(raised.pdf)).toMatchObject({ isWhole: true, level: 'B-LTA' })
    expect(raised.pdf.subarray(0, sealed.pdf.length).equals(sealed.pdf)).toBe(true)
    expect(askOpensslOfAll(written(raised.pdf), roots)).toEqual({ isSealed: true, stamps: [true, true] })
  },
)

test('an authority that never answers is given up in time, and said to be away', async () => {
  const { authority } = await asking()
  expect(authority.wasAway()).toBe(false)
  const { pdf } = await during({ fault: 'silent' }, async () =>
    sealPdf(await ready(), own, { authority, signal: AbortSignal.timeout(300) }),
  )
  expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-B' })
  expect(authority.wasAway()).toBe(true)
})

test('where nobody says that its certificates are good a seal stays B-T, and is raised once somebody does', async () => {
  const seal = async () => sealPdf(await ready(), own, await asking())
  const { pdf, fault } = await during({ hasOcsp: false, hasList: false }, seal)
  expect(String(fault)).toContain('Nobody says that')
  expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-T' })
  expect(verifySeal((await augmentSeal(pdf, await asking())).pdf)).toMatchObject({ level: 'B-LTA' })
})

test('where the authority goes away in between, a seal is B-LT until it is back', async () => {
  const { authority, signal } = await asking()
  let stamps = 0
  const once: typeof authority = {
    ...authority,
    stamp: (digest, within) =>
      (stamps += 1) > 1 ? Promise.reject(new Error('away')) : authority.stamp(digest, within),
  }
  const { pdf } = await sealPdf(await ready(), own, { authority: once, signal })
  expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-LT' })
  const raised = await augmentSeal(pdf, { authority, signal })
  expect(verifySeal(raised.pdf)).toMatchObject({ isWhole: true, level: 'B-LTA' })
  expect(askOpensslOfAll(written(raised.pdf), roots)).toEqual({ isSealed: true, stamps: [true] })
})

test('a revoked certificate is never shown as good', async () => {
  ca.issue('Revoked', 'seals')
  ca.openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'Revoked.key',
    '-in',
    'Revoked.pem',
    '-certfile',
    'ca.pem',
    '-passout',
    'pass:',
    '-out',
    'revoked.p12',
  )
  ca.revoke('Revoked')
  const revoked = readPkcs12(readFileSync(join(ca.folder, 'revoked.p12')), '')
  for (const hasOcsp of [true, false]) {
    const seal = async () => sealPdf(await ready(), revoked, await asking())
    const { pdf, fault } = await during({ hasOcsp }, seal)
    expect(String(fault)).toContain('was revoked')
    expect(verifySeal(pdf)).toMatchObject({ isWhole: true, level: 'B-T' })
  }
})

test('time stamps are taken from those alone who are trusted, and with the name and password of the firm', async () => {
  const stranger = await openTestAuthority({ user: 'hartley:secret' })
  const login = { user: 'hartley', password: 'secret' }
  const levelWith = async (change: Parameters<typeof asking>[0]) => {
    const sealed = await sealPdf(await ready(), own, await asking({ url: stranger.url, ...change }))
    return verifySeal(sealed.pdf).level
  }
  expect(
    await levelWith({ login, certificates: readFileSync(join(stranger.folder, 'ca.pem'), 'latin1') }),
  ).toBe('B-LTA')
  expect(await levelWith({ login, certificates: readFileSync(roots.stamps, 'latin1') })).toBe('B-B')
  expect(await levelWith({ login: { ...login, password: 'wrong' } })).toBe('B-B')
  await expect(asking({ certificates: '{}' })).rejects.toThrow('no certificates')
})

test('an update that is not ours, byte for byte, breaks the seal: added, changed, cut or put in another order', async () => {
  const sealed = await sealPdf(await ready(), own, null)
  const { pdf } = await augmentSeal(sealed.pdf, await asking())
  const [start, ends] = [
    sealed.pdf.length,
    [...pdf.toString('latin1').matchAll(/%%EOF/g)].map(({ index }) => index + 5),
  ]
  expect(ends).toEqual([start, expect.any(Number), pdf.length])
  const [first, second] = [pdf.subarray(start, ends[1]), pdf.subarray(ends[1])]
  const isWhole = (...parts: (Buffer | string)[]) =>
    verifySeal(Buffer.concat(parts.map((part) => Buffer.from(part)))).isWhole
  expect(isWhole(sealed.pdf, first)).toBe(true)
  expect(isWhole(sealed.pdf, first, second)).toBe(true)
  expect(isWhole(sealed.pdf, second)).toBe(false)
  expect(isWhole(sealed.pdf, first, first)).toBe(false)
  expect(isWhole(pdf, '\n')).toBe(false)
  expect(isWhole(pdf.subarray(0, -1))).toBe(false)
  expect(
    isWhole(
      pdf,
      '\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 0\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF',
    ),
  ).toBe(false)
  // Some bytes of a time stamp have no effect (the hash is named twice). Every other byte is checked.
  const [from, until] = [
    pdf.indexOf('/Contents <', ends[1]) + 11,
    pdf.lastIndexOf('>', pdf.lastIndexOf('endobj')),
  ]
  const unnoticed = []
  for (let at = start; at < pdf.length; at += at < (ends[1] ?? 0) || (at > from && at < until) ? 2999 : 37) {
    if (at > from && pdf[at] !== 0x30) continue
    const changed = Buffer.from(pdf)
    changed[at] = (changed[at] ?? 0) ^ 1
    if (verifySeal(changed).isWhole) unnoticed.push(at)
  }
  expect(unnoticed).toEqual([])
})
