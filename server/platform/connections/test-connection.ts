import { createHash, randomBytes, sign, verify } from 'node:crypto'
import type { ConnectionCheck, SettingsOf } from '#contract/connections.ts'
import type { ModelSettings } from '#server/providers/assistant/model.ts'
import type { BucketSettings } from '#server/providers/storage/bucket-client.ts'
import type { TimeStampSettings } from '#server/providers/time-stamps/authority.ts'
import { oneLine } from '../diagnostics/log.ts'
import { type OpenedBytes, piecesOf } from '../files/encrypted-storage.ts'
import { newKey } from '../files/layout.ts'
import type { Signatory } from '../signing/pades/cms.ts'
import { minutes, seconds } from '../time/durations.ts'
import type { AddressGuard } from './address-guard.ts'
import { faultDetailWords, faultWords } from './fault-words.ts'

/** What a test may need besides the settings. */
export interface TestContext {
  now: Date
  /** Email address of the administrator who runs the test, if a test email is to be sent. */
  to: string | null
  firmName: string
  messageId: string
  /** The name of the installation that the stored files belong to. */
  installation: string
  guard: AddressGuard | null
}

/** One step of a test. Steps run in order, and the first that throws ends the test. */
type Step = [step: string, ask: () => Promise<string | Omit<ConnectionCheck, 'step'>>]

async function taken(steps: readonly Step[]): Promise<ConnectionCheck[]> {
  const checks: ConnectionCheck[] = []
  for (const [step, ask] of steps)
    try {
      const found = await ask()
      checks.push({ step, ...(typeof found === 'string' ? { state: 'good', words: found } : found) })
    } catch (fault) {
      checks.push({ step, state: 'bad', words: faultWords(fault) })
      return checks
    }
  return checks
}

export async function testMail(settings: SettingsOf<'mail'>, context: TestContext & { url: string }) {
  const { host, port, user, from } = settings
  const { openSmtp } = await import('#server/providers/mail/smtp.ts')
  const { verify, send, isTlsRequired } = openSmtp({
    url: context.url,
    from,
    timeout: seconds(6),
    guard: context.guard,
  })
  const steps: Step[] = [
    [
      'sign_in',
      async () => {
        await verify()
        const tls = isTlsRequired ? 'The connection is encrypted (TLS)' : 'TLS was not required'
        const login =
          user === ''
            ? 'only a test email shows whether it takes emails without a user name'
            : 'it accepts the user name and password'
        return `${host} answers on port ${port}. ${tls}, and ${login}.`
      },
    ],
  ]
  const { to, firmName } = context
  if (to !== null)
    steps.push([
      'email',
      async () => {
        const text =
          'This is a test email from your client portal. It shows that its mail server works. You don’t need to do anything.'
        const outcome = await send({
          messageId: context.messageId,
          to,
          fromName: firmName,
          replyTo: null,
          subject: 'Test email from your client portal',
          text,
          html: `<p>${text}</p>`,
          attachments: [],
        })
        if (outcome.status === 'sent')
          return `It took an email to ${to}. Please check that it arrives: whether it does is up to the mail servers between.`
        const reason = 'reason' in outcome ? outcome.reason : ''
        const words = faultDetailWords(reason) ?? `It said: ${oneLine(reason, 160)}`
        return { state: 'bad', words: `It didn’t take an email to ${to}. ${words}` }
      },
    ])
  return taken(steps)
}

export async function testBucket(
  settings: BucketSettings,
  { installation, guard }: Pick<TestContext, 'installation' | 'guard'>,
) {
  const { openBucket } = await import('#server/providers/storage/s3.ts')
  const bucket = openBucket(settings, { timeout: seconds(6), guard })
  const [key, bytes] = [newKey(), randomBytes(64)]
  return taken([
    [
      'write',
      async () => {
        await bucket.write(key, piecesIn(bytes))
        return 'It took a small object.'
      },
    ],
    [
      'read',
      async () => {
        const isSame = (await hashOf(await bucket.open(key, { isStaged: true }))) === digestOf(bytes)
        return isSame
          ? 'The object was read again and has the same hash.'
          : { state: 'bad', words: 'The object was read again, and is not what was written.' }
      },
    ],
    [
      'remove',
      async () => {
        await bucket.discard(key)
        return 'The object was deleted.'
      },
    ],
    [
      'list',
      async () => {
        await bucket.list()[Symbol.asyncIterator]().next()
        return 'Its objects can be listed.'
      },
    ],
    [
      'owner',
      async () => {
        const owner = await bucket.installation()
        if (owner === null) return 'It holds no files of another portal.'
        return owner === installation
          ? 'It already holds files of this portal.'
          : {
              state: 'bad',
              words: 'It holds files of another portal. Please choose another bucket, or another prefix.',
            }
      },
    ],
  ])
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* piecesIn(bytes: Buffer) {
  yield bytes
}

async function hashOf(opened: OpenedBytes) {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(opened)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * The EICAR test file, which every scanner must find and which is harmless. Split in two, so that no scanner finds it
 * in this source.
 */
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export async function testScanner(address: string, guard: AddressGuard | null) {
  const { clamdAt, openClamd } = await import('#server/providers/antivirus/clamd.ts')
  const { scan, version } = openClamd(clamdAt(address), guard)
  return taken([
    [
      'version',
      async () => {
        const answer = oneLine(await version(), 100)
        return answer.startsWith('ClamAV ')
          ? `It answers: ${answer}.`
          : { state: 'bad', words: 'Something answers there, but it isn’t ClamAV’s daemon.' }
      },
    ],
    [
      'clean',
      async () =>
        (await scan(randomBytes(64))) === null
          ? 'It found nothing in a harmless file.'
          : { state: 'bad', words: 'It found something in a file of random bytes, where there is nothing.' },
    ],
    [
      'virus',
      async () => {
        const name = await scan(Buffer.from(testVirus))
        return name === null
          ? {
              state: 'bad',
              words: 'It didn’t find the test virus (EICAR). Please check that its signatures are there.',
            }
          : `It found the test virus, and calls it ${oneLine(name, 60)}.`
      },
    ],
  ])
}

export async function testTimeStamps(
  settings: TimeStampSettings,
  { now, guard }: Pick<TestContext, 'now' | 'guard'>,
) {
  const { openTimeStampAuthority } = await import('#server/providers/time-stamps/authority.ts')
  const { readTimeStamp } = await import('../signing/pades/time-stamp.ts')
  return taken([
    [
      'stamp',
      async () => {
        const digest = createHash('sha256').update(randomBytes(32)).digest()
        const authority = openTimeStampAuthority(settings, guard)
        const { at, certificate } = readTimeStamp(
          await authority.stamp(digest, AbortSignal.timeout(seconds(8))),
          digest,
        )
        const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? 'an unnamed authority'
        const words = `It stamped a random digest at ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC. The signature is ${name}’s, and holds.`
        const isOnTime = Math.abs(at.getTime() - now.getTime()) < minutes(5)
        return isOnTime
          ? words
          : {
              state: 'unknown',
              words: `${words} Its clock and this machine’s differ by more than five minutes.`,
            }
      },
    ],
  ])
}

export const testSeal = (open: () => Promise<Signatory>, now: Date) =>
  taken([
    [
      'key',
      async () => {
        const { key, certificate } = await open()
        const digest = randomBytes(32)
        const isPair = verify('sha256', digest, certificate.publicKey, sign('sha256', digest, key))
        return isPair
          ? 'The file and its password fit. What its key signs, its certificate proves.'
          : { state: 'bad', words: 'The key in the file is not the one its certificate is for.' }
      },
    ],
    [
      'date',
      async () => {
        const { certificate, chain } = await open()
        const until = certificate.validToDate.toISOString().slice(0, 10)
        if (now >= certificate.validToDate) return { state: 'bad', words: `It expired on ${until}.` }
        if (now < certificate.validFromDate) return { state: 'bad', words: 'It isn’t valid yet.' }
        return chain.length > 0
          ? `It is valid until ${until}, and its issuers are in the file.`
          : {
              state: 'unknown',
              words: `It is valid until ${until}. The file has no certificates of its issuers, so some readers may not know them.`,
            }
      },
    ],
  ])

export async function testModel(settings: ModelSettings, guard: AddressGuard | null) {
  const { openModel } = await import('#server/providers/assistant/model.ts')
  const model = openModel(settings, { guard })
  return taken([
    [
      'answer',
      async () => {
        let answer = ''
        const request = {
          instructions: 'Answer in one short sentence.',
          messages: [{ isUser: true, content: 'Say that you are ready.' }],
          tools: [],
        }
        for await (const words of model.answer(request, AbortSignal.timeout(seconds(20)))) answer += words
        return `${settings.model} was asked to say that it is ready. It answered: “${oneLine(answer.trim(), 100)}”`
      },
    ],
  ])
}
