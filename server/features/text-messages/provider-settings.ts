import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import {
  type textProvider as contract,
  mobileIn,
  mobileText,
  type TextSettings,
} from '#contract/text-messages.ts'
import {
  claimByPassword,
  confirmChange,
  confirmPassword,
  listHoldersOf,
  nameOfActor,
} from '#server/features/accounts/service.ts'
import { notifyOthers } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { findFailingSince, forgetNotes } from '#server/platform/connections/store.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import type { TextConnection } from '#server/platform/ports/text-messages.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { failureWords, noteDelivery } from './service/report-failures.ts'
import * as store from './store.ts'

const testRate: Limit = { name: 'textTest', points: 10, duration: 600 }
const place = 'text_provider:secret'

type Doors = Pick<Ports, 'texts' | 'secrets' | 'isDemo'>

/** Returns the connection for sending texts. Null if none are sent, as in the demo, whose passwords everyone knows. */
export async function findConnection(db: Db, ports: Doors): Promise<TextConnection | null> {
  if (ports.isDemo) return null
  const { isOn, connection } = await findKept(db, ports)
  return isOn ? connection : null
}

async function findKept(db: Db, { texts: { fixed }, secrets }: Doors) {
  if (fixed) return { isOn: true, isFixed: true, row: { ...fixed }, connection: fixed }
  const row = await store.findProvider(db)
  const { accountSid = '', keySid = '', sender = '', sealedSecret = null, isOn = false } = row ?? {}
  const secret = sealedSecret === null ? null : secrets.open(sealedSecret, place)
  const connection = secret === null || sender === '' ? null : { accountSid, keySid, sender, secret }
  return { isOn, isFixed: false, row: { accountSid, keySid, sender, secret }, connection }
}

export async function showSettings({ db, ports }: Pick<Ctx, 'db' | 'ports'>): Promise<TextSettings> {
  const { isOn, isFixed, row } = await findKept(db, ports)
  return {
    provider: ports.texts.name,
    isOn: isOn && !ports.isDemo,
    isFixed,
    isDemo: ports.isDemo,
    accountSid: row.accountSid,
    keySid: row.keySid,
    sender: row.sender,
    hasSecret: row.secret !== null,
  }
}

/**
 * Saves the settings. A change needs the password: another account or sender would write in someone else's name. Throws
 * `fixed` where they were set at the start, and `conflict` if a demo is to be switched on.
 */
export async function saveSettings(ctx: MultiStepCtx<Staff>, wanted: Input<typeof contract.save>) {
  const kept = await findKept(ctx.read, ctx.ports)
  if (kept.isFixed) throw isFixedElsewhere()
  if (wanted.isOn && ctx.ports.isDemo)
    throw new Problem('conflict', 'The demo sends no texts, because everyone knows its passwords.', {
      reason: 'demo',
    })
  const { isOn, accountSid, keySid, sender } = wanted
  const secret = secretFor(wanted, kept.row)
  if (isOn) refuseIncomplete({ accountSid, keySid, sender, secret })
  const { name } = ctx.ports.texts
  const isKeyChange =
    secret !== kept.row.secret || accountSid !== kept.row.accountSid || keySid !== kept.row.keySid
  const isChange = isKeyChange || sender !== kept.row.sender || isOn !== kept.isOn
  const shown = isChange
    ? await confirmChange(ctx, wanted.currentPassword, `change the ${name} settings`)
    : null
  const sealedSecret = secret && ctx.ports.secrets.seal(secret, place)
  return ctx.transaction(async (step) => {
    if (shown) await claimByPassword(step, shown)
    await store.saveProvider(step.db, { isOn, accountSid, keySid, sender, sealedSecret })
    if (isChange) await forgetNotes(step.db, 'texts')
    const details = { isOn: String(isOn), account: accountSid, sender }
    await audit(step, 'text_provider.changed', { subjectId: null, details })
    await step.invalidate(everyone, 'texts')
    if (isChange)
      await notifyOthers(step, await listHoldersOf(step.db, 'settings.manage'), {
        topic: 'account',
        title: 'How text messages are sent has changed',
        body: `${await nameOfActor(step)} changed the ${name} settings. Codes are ${isOn ? 'offered' : 'no longer sent'} by text. If you didn’t expect this, ask them at once.`,
        inMail: 'How the portal sends text messages has changed.',
        link: `${pages.integrations}?tab=texts`,
      })
    return showSettings(step)
  })
}

const isFixedElsewhere = () =>
  new Problem(
    'conflict',
    'The connection was set where the portal was started, and can only be changed there.',
    { reason: 'fixed' },
  )

/**
 * Forgets the secret, and switches texts off. Those that wait are given up at once, instead of when they would have
 * been tried again: whoever had one sent is told to pass the code on. Throws `fixed` where it was set at the start.
 */
export async function removeSecret(ctx: MultiStepCtx<Staff>, { password }: SecretRemoval) {
  if (ctx.ports.texts.fixed) throw isFixedElsewhere()
  const shown = await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    const { row } = await findKept(step.db, step.ports)
    if (row.secret === null) return showSettings(step)
    const { accountSid, keySid, sender } = row
    await store.saveProvider(step.db, { isOn: false, accountSid, keySid, sender, sealedSecret: null })
    await forgetNotes(step.db, 'texts')
    await store.hasten(step.db, step.now)
    await step.enqueue('sendTexts', {})
    const details = { account: accountSid }
    await audit(step, 'text_provider.secret_removed', { subjectId: null, details })
    await step.invalidate(everyone, 'texts')
    await notifyOthers(step, await listHoldersOf(step.db, 'settings.manage'), {
      topic: 'account',
      title: `The secret of ${step.ports.texts.name} has been removed`,
      body: `${await nameOfActor(step)} removed it. Codes are no longer sent by text. If you didn’t expect this, ask them at once.`,
      inMail: 'The secret with which the portal sends text messages has been removed.',
      link: `${pages.integrations}?tab=texts`,
    })
    return showSettings(step)
  })
}

type Typed = Pick<Input<typeof contract.save>, 'accountSid' | 'keySid' | 'secret'>

/** Returns the secret to use. A kept secret only belongs to its own account and key. */
const secretFor = (typed: Typed, kept: { accountSid: string; keySid: string; secret: string | null }) => {
  if (typed.secret) return typed.secret
  return typed.accountSid === kept.accountSid && typed.keySid === kept.keySid ? kept.secret : null
}

type Complete = Record<'accountSid' | 'keySid' | 'sender', string> & { secret: string | null }

function refuseIncomplete(given: Complete): asserts given is TextConnection {
  const words: [keyof Complete, string][] = [
    ['accountSid', 'Please enter the account SID'],
    ['keySid', 'Please enter the SID of the API key'],
    ['secret', 'Please enter the secret of the API key'],
    ['sender', 'Please enter who texts are from'],
  ]
  const fields = Object.fromEntries(words.filter(([name]) => !given[name]))
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

/** How often the provider is asked about a test text, and the pause between two requests in milliseconds. */
const looks = { times: 4, pause: 1_500 }

/**
 * Sends a text with the settings in the form, and waits a little for the outcome. Throws `not_mobile` for a number that
 * is none.
 */
export async function testSettings(ctx: MultiStepCtx<Staff>, settings: Input<typeof contract.test>) {
  const to = mobileIn(settings.mobile)
  if (to === null) throw notMobile()
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await findKept(ctx.read, ctx.ports)
  const given = kept.isFixed ? kept.row : { ...settings, secret: secretFor(settings, kept.row) }
  const connection = { ...given }
  refuseIncomplete(connection)
  await ctx.transaction((step) =>
    audit(step, 'text_provider.tested', { subjectId: null, details: { number: to } }),
  )
  const { texts } = ctx.ports
  const firm = await findFirm(ctx.read)
  const body = `${firm.name}: this is a test text from the client portal. You don't need to do anything.`
  const sent = await texts.send(connection, { to, body, validFor: minutes(30) / 1000 })
  if (isSame(connection, kept.connection)) noteDelivery(ctx.ports, sent)
  const sentence = (failure: Parameters<typeof failureWords>[1]) => failureWords(texts.name, failure)
  if (sent.status === 'unknown')
    return {
      state: 'unknown' as const,
      words: `${texts.name} didn't answer in time. The text may still arrive at ${mobileText(to)}.`,
    }
  if (sent.status !== 'sent') return { state: 'bad' as const, words: sentence(sent) }
  for (let look = 0; look < looks.times; look += 1) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, looks.pause))
    const found = await texts.outcome(connection, sent.reference).catch(() => null)
    if (found?.status === 'delivered')
      return { state: 'good' as const, words: `The text has arrived at ${mobileText(to)}.` }
    if (found?.status === 'failed') return { state: 'bad' as const, words: sentence(found) }
  }
  return {
    state: 'unknown' as const,
    words: `${texts.name} has taken the text to ${mobileText(to)}, and hasn't said yet whether it arrived. Please look at the phone.`,
  }
}

const isSame = (given: TextConnection, kept: TextConnection | null) =>
  kept !== null &&
  (['accountSid', 'keySid', 'secret', 'sender'] as const).every((name) => given[name] === kept[name])

/** For the health: only while texts are sent at all. */
export async function listWarnings({ read, ports }: Pick<JobContext, 'read' | 'ports'>): Promise<string[]> {
  if ((await findConnection(read, ports)) === null) return []
  if ((await findFailingSince(read, 'texts')) === null) return []
  const { name } = ports.texts
  return [
    `${name} didn't answer, or refused its key, account or sender, when a code was last sent by text. Pass codes on by telephone, and check it under Integrations.`,
  ]
}

export const notMobile = () => {
  const words = 'Please enter a mobile number, such as 07700 900123'
  return new Problem('unprocessable', `${words}.`, { fields: { mobile: words }, reason: 'not_mobile' })
}
