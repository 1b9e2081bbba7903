import { type CaseEventKind, type Move, moveWords } from '#contract/cases.ts'
import { pages, pathTo } from '#contract/pages.ts'
import { getAccount, listAdministrators, listTeam } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CaseRow } from './store.ts'

interface News {
  kind: CaseEventKind
  words: string | null
  move: Pick<Move, 'whose' | 'thirdParty'> | null
}

/** The other side learns of what happened, and every page that shows the case asks again. */
export async function tellOf(ctx: Ctx, row: CaseRow, news: News) {
  const { clientId, id } = row
  const team = (await listTeam(ctx.db, clientId)).map((person) => person.id)
  const watching = new Set<string>([clientId, ...team, ...(await listAdministrators(ctx.db))])
  for (const person of watching) await ctx.invalidate(person, 'cases')
  if (ctx.actor.id !== clientId) {
    const words = wordsForClient(row, news)
    const link = pathTo(pages.cases, 'case', id)
    return notify(ctx, clientId, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
  }
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const words = wordsForFirm(row, news, `${firstName} ${lastName}`)
  const link = pathTo(pages.firmCases, 'case', id)
  for (const person of team)
    await notify(ctx, person, { topic: 'cases', inMail: `${words.title}.`, ...words, link })
}

const wordsForFirm = ({ title, reference }: CaseRow, { kind }: News, client: string) =>
  kind === 'requested'
    ? { title: 'A client has requested a new case', body: `${client}: ${title} (${reference})` }
    : { title: 'A client has closed their case', body: `${client}: ${title} (${reference})` }

const wordsForClient = ({ title, reference }: CaseRow, { kind, words, move }: News) => ({
  title: titles[kind] ?? (move?.whose === 'client' ? "It's your move" : 'The next step in your case'),
  body: `${title} (${reference})${move ? `. ${moveWords(move)}` : ''}${words ? `: ${words}` : ''}`,
})

const titles: Partial<Record<CaseEventKind, string>> = {
  opened: 'Your case is open',
  rejected: "We couldn't open your case",
  noted: 'An update on your case',
  closed: 'Your case is closed',
  reopened: 'Your case is open again',
}
