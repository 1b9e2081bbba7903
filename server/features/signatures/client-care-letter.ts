import type { DomainEvents } from '#contract/domain-events.ts'
import { Problem } from '#contract/problem.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { getAccount, listTeam } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { findTask } from '#server/features/tasks/service.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { append, portalCaller } from './events.ts'
import { letterFor, letterVersion } from './letter.ts'
import { keepRequest } from './send-for-signature.ts'
import * as store from './store.ts'

/** Writes the letter that a client's task asks to sign, when it is first looked for. Repeating it changes nothing. */
export async function ensureLetter(ctx: MultiStepCtx) {
  const task = await findTask(ctx.read, ctx.actor.id, ['care_letter'])
  if (task === null || isDone(task) || (await store.findOfTask(ctx.read, task.id))) return
  const { bytes, pages, sentBy } = await writeLetter(ctx)
  const { files } = ctx.ports
  const file = await files.put([bytes], { limit: bytes.length })
  const isKept = await ctx
    .transaction((step) => keepLetter(step, task, { file, pages, sentBy }))
    .catch(async (error: unknown) => {
      // After a connection lost at the commit nobody knows; then only the sweeper may decide.
      if (error instanceof Problem || sqlState(error) !== undefined)
        await files.remove(file.key).catch(() => {})
      throw error
    })
  if (!isKept) await files.remove(file.key).catch(() => {})
}

async function writeLetter({ read, actor, now, ports }: MultiStepCtx) {
  const [firm, client] = [await findFirm(read), await getAccount(read, actor.id)]
  const [responsible] = await listTeam(read, client.id)
  const feeEarner = responsible ? `${responsible.firstName} ${responsible.lastName}` : firm.name
  const bytes = await ports.drawing.draw(
    letterFor({
      clientId: client.id,
      clientName: `${client.firstName} ${client.lastName}`,
      matter: await store.findMatter(read, client.id),
      feeEarner,
      date: dateIn(firm.timeZone, now),
      firm,
    }),
  )
  const { pages } = await ports.inspector.accept(bytes, { filename: 'letter.pdf' })
  return { bytes, pages, sentBy: firm.name }
}

const dateIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)

interface Letter {
  file: StoredFile
  pages: number
  sentBy: string
}

/** Of two windows that look at the same moment, one keeps its letter. */
async function keepLetter(ctx: Ctx, task: Pick<Task, 'id'>, { file, pages, sentBy }: Letter) {
  const clientId = ctx.actor.id
  await store.holdLetters(ctx.db, clientId)
  if (await store.findOfTask(ctx.db, task.id)) return false
  const request = await keepRequest(
    ctx,
    {
      clientId,
      taskId: task.id,
      senderId: null,
      sentBy,
      name: 'Client care letter',
      description: 'What we do for you, who does it, and what it costs',
      pages,
      documentType: 'legal',
    },
    file,
  )
  const details = { sha256: file.sha256, pages: String(pages), wording: letterVersion }
  await append(ctx, request, [{ kind: 'sent', details }], {
    doer: { id: null, name: sentBy },
    caller: portalCaller,
  })
  return true
}

/** A letter that names the matter takes the place of one that could not, as long as that is not signed. */
export async function keepMatter(
  ctx: Ctx,
  { clientId, legalMatter: matter, description: told }: DomainEvents['matterDescribed'],
) {
  const description = told.trim()
  const known = await store.findMatter(ctx.db, clientId)
  if (known?.matter === matter && known.description === description) return
  await store.saveMatter(ctx.db, { clientId, matter, description, toldAt: ctx.now })
  const task = await findTask(ctx.db, clientId, ['care_letter'])
  const found = task && (await store.findOfTask(ctx.db, task.id))
  if (!found || found.state !== 'open') return
  await ctx.publish('documentWithdrawn', { clientId, documentId: found.documentId })
  const letter = await store.claim(ctx.db, clientId, found.documentId)
  if (letter.state !== 'open') return
  await append(ctx, letter, [{ kind: 'replaced' }], {
    doer: { id: null, name: letter.sentBy },
    caller: portalCaller,
  })
  await store.update(ctx.db, letter.documentId, { state: 'replaced' })
  await ctx.invalidate(clientId, 'signatures')
}
