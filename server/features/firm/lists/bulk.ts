import type { UserId } from '#contract/accounts/accounts.ts'
import type { BulkResult, bulk as contract } from '#contract/firm/bulk.ts'
import { Unreached, unreachedWords } from '#contract/firm/reach.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { isFinished } from '#contract/tasks.ts'
import {
  claimAccount,
  clientScopeOf,
  contactIdsOf,
  findClientOf,
  getClient,
} from '#server/features/accounts/service.ts'
import { requestDocument } from '#server/features/document-requests/service.ts'
import { findUnreached, hasFailedMail } from '#server/features/mail/service.ts'
import { closeForClient, findMatters, nameOfMatter } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { listReachedTasks } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { before, hours } from '#server/platform/time/durations.ts'
import { listTasks as listTasksOfCase } from '../matter-tabs.ts'
import { hand } from '../people/hand-over.ts'
import { assign } from '../service.ts'
import { noteReminder } from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** Thrown to roll back a preview. */
class TakenBack extends Error {}

interface Change<Id extends string> {
  ids: readonly Id[]
  isPreview: boolean
  act: (step: Ctx<Staff>, id: Id) => Promise<unknown>
  /** Returns the name of the object. Throws `not_found` if this right of the user doesn't open it. */
  nameOf: (step: Ctx<Staff>, id: Id) => Promise<string>
  /** The reason where it isn't open: the list also names what the user only reads. */
  notTheirs: string
  /** Returns how many tasks the change puts on hold. None if it is left out. */
  openTasksOf?: (step: Ctx<Staff>, id: Id) => Promise<number>
}

/**
 * Changes each in a transaction of its own, so that one that is refused does not undo the others. A preview makes the
 * same changes and rolls them back, so that its result is reliable.
 */
async function changeEach<Id extends string>(
  ctx: MultiStepCtx<Staff>,
  { ids, isPreview, act, nameOf, notTheirs, openTasksOf = async () => 0 }: Change<Id>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] }
  for (const id of new Set(ids)) {
    let name = ''
    let openTasks = 0
    try {
      await ctx.transaction(async (step) => {
        name = await nameOf(step, id)
        openTasks = await openTasksOf(step, id)
        await act(step, id)
        if (isPreview) throw new TakenBack()
      })
      result.done.push({ id, name, openTasks })
    } catch (error) {
      if (error instanceof TakenBack) result.done.push({ id, name, openTasks })
      else if (error instanceof Problem && error.code !== 'unavailable')
        result.refused.push({ id, name, reason: isClosed(error, name) ? notTheirs : reasonOf(error) })
      else throw error
    }
  }
  return result
}

const isClosed = ({ code }: Problem, name: string) => code === 'not_found' && name === ''

/** If a refusal highlights fields, the reason is in their messages. */
const reasonOf = ({ message, fields }: Problem) => Object.values(fields ?? {})[0] ?? message

const clientName = async ({ db, actor }: Ctx<Staff>, id: UserId) =>
  fullName(await findClientOf(db, actor, id))

const clients = { nameOf: clientName, notTheirs: "Isn't one you work with." }
const cases = {
  nameOf: (step: Ctx<Staff>, id: MatterId) => nameOfMatter(step, id),
  notTheirs: "Isn't one you work on.",
}

export const assignClients = (
  ctx: MultiStepCtx<Staff>,
  { feeEarnerId, ...change }: Requested<'assignClients'>,
) =>
  changeEach(ctx, {
    ...change,
    ...clients,
    act: async (step, id) => {
      await assign(step, { id, feeEarnerId, memberIds: await contactIdsOf(step.db, id) })
    },
  })

export const requestDocuments = (
  ctx: MultiStepCtx<Staff>,
  { ids, isPreview, ...request }: Requested<'requestDocuments'>,
) =>
  changeEach(ctx, {
    ids,
    isPreview,
    ...clients,
    act: async (step, id) => {
      // Whoever is not invited yet finds it when they are.
      await refuseUnreached(step, id, ['link_over', 'left'])
      await refuseAskedAlready(step, id, request.title)
      await requestDocument(step, { ...request, id })
    },
  })

/**
 * Refuses to ask a client again for what is still to do: a user whose connection broke cannot know whether they
 * were asked, and confirms again. The account is locked, as the first request may still be running.
 */
async function refuseAskedAlready({ db, actor }: Ctx<Staff>, clientId: UserId, title: string) {
  await claimAccount(db, clientId)
  const open = (await listReachedTasks(db, clientScopeOf(db, actor), clientId)).find(
    (task) =>
      task.kind === 'requested_document' &&
      !isFinished(task) &&
      !task.isHeld &&
      fold(task.title) === fold(title.trim()),
  )
  if (open)
    throw new Problem('conflict', `Has already been asked for “${open.title}”, which is still to do.`, {
      reason: 'asked_already',
    })
}

export const remindClients = (ctx: MultiStepCtx<Staff>, change: Requested<'remindClients'>) =>
  changeEach(ctx, { ...change, ...clients, act: remind })

/**
 * Refuses to ask somebody whom nothing reaches. A client who was invited gets the email, and can ask for a link to choose
 * a password on the sign-in page it leads to.
 */
async function refuseUnreached(
  ctx: Ctx<Staff>,
  clientId: UserId,
  refused: readonly Unreached[] = Unreached.options,
) {
  const reason = await findUnreached(ctx, clientId)
  if (reason && refused.includes(reason))
    throw new Problem('conflict', unreachedWords[reason], { reason: unreachedReasons[reason] })
}

const unreachedReasons = { link_over: 'link_over', left: 'account_closed', not_invited: 'cannot_sign_in' }

/** Refuses to remind somebody who reads emails only, and whom they don't reach. Others find the reminder in the portal. */
async function refuseFailing({ db }: Ctx<Staff>, client: Awaited<ReturnType<typeof getClient>>) {
  if (client.canSignIn || !(await hasFailedMail(db, client))) return
  throw new Problem('conflict', "Our emails don't reach their address. Please check it, or call them.", {
    reason: 'email_fails',
  })
}

/** Notifies a client of what is left to do. */
async function remind(ctx: Ctx<Staff>, clientId: UserId) {
  const client = await getClient(ctx.db, ctx.actor, clientId)
  await refuseUnreached(ctx, clientId)
  await refuseFailing(ctx, client)
  const shown = await listReachedTasks(ctx.db, clientScopeOf(ctx.db, ctx.actor), clientId)
  const open = shown.filter((task) => !isFinished(task) && !task.isHeld)
  const [first] = open
  if (!first) throw new Problem('conflict', 'Has nothing left to do.', { reason: 'nothing_to_do' })
  const unlessSince = before(ctx.now, hours(24))
  if (!(await noteReminder(ctx.db, { clientId, now: ctx.now, unlessSince })))
    throw new Problem('conflict', 'Was already reminded in the last 24 hours.', { reason: 'reminded' })
  const others = open.length - 1
  const body = others === 0 ? first.title : `${first.title}, and ${others} more`
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: 'A reminder from your legal team',
    body: `Still to do: ${body}.`,
    inMail: 'We are still waiting for something from you.',
    link: pages.dashboard,
  })
  await audit(ctx, 'client.reminded', { subjectId: clientId, details: { tasks: String(open.length) } })
}

export const assignMatters = (
  ctx: MultiStepCtx<Staff>,
  { feeEarnerId, ...change }: Requested<'assignMatters'>,
) =>
  changeEach(ctx, {
    ...change,
    ...cases,
    act: async (step, id) => {
      const [matter] = await findMatters(step.db, [id])
      const fromId = matter?.feeEarnerId ?? null
      await hand(step, { id, fromId, toId: feeEarnerId, note: '', isClientTold: true })
    },
  })

export const closeMatters = (ctx: MultiStepCtx<Staff>, change: Requested<'closeMatters'>) =>
  changeEach(ctx, {
    ...change,
    ...cases,
    act: (step, id) => closeForClient(step, { id }),
    openTasksOf: async (step, id) => {
      const tasks = await listTasksOfCase(step, { id })
      return tasks.filter((task) => task.isHeldByClosing).length
    },
  })
