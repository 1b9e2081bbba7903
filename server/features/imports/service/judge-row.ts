import type { UserId } from '#contract/accounts/accounts.ts'
import type { ImportField } from '#contract/imports/columns.ts'
import { fullName } from '#contract/kit/names.ts'
import { fold } from '#contract/kit/text.ts'
import { clientOf, detailsOf, type NewClient } from './judge-client.ts'
import { factsIn, matterOf, type NewMatter, personOf } from './judge-matter.ts'
import type { Known, KnownClient } from './known-records.ts'
import { type RowValues, readRow } from './read-row.ts'

export type Judged =
  | { verdict: 'wrong'; words: string }
  | {
      verdict: 'new' | 'known'
      words: string
      client: KnownClient
      newClient: NewClient | null
      newMatter: NewMatter | null
      feeEarnerId: UserId | null
      clientReference: string | null
    }

const wrong = (words: string): Judged => ({ verdict: 'wrong', words })

/** Decides what happens to one row, after those before it. */
export function judgeRow(
  { row, cells }: { row: number; cells: readonly string[] },
  columns: readonly (ImportField | '')[],
  known: Known,
): Judged {
  const read = readRow(cells, columns)
  if ('fault' in read) return wrong(read.fault)
  const { values } = read
  const feeEarner = personOf('Fee earner', values.feeEarner, known)
  if ('fault' in feeEarner) return wrong(feeEarner.fault)
  const feeEarnerId = feeEarner.id
  const found = clientOf(values, row, known)
  if ('fault' in found) return wrong(found.fault)
  const matter = matterOf(values, found.client, known)
  if (matter && 'fault' in matter) return wrong(matter.fault)
  const { client, isNew } = found
  if (client.isUnproven && isGivenAway(values, { client, matter, known })) return wrong(unproven)
  keep(values, client, { row, isNew, newMatter: matter, known })
  const newClient = isNew ? detailsOf(values, client, feeEarnerId) : null
  const parts = [isNew && 'New client', matter && (isNew ? 'and case' : 'New case')].filter(Boolean).join(' ')
  const about = [
    fullName(client),
    matter && `${matter.title} (${matter.reference})`,
    ...(matter ? factsIn(matter) : []),
  ].filter(Boolean)
  return {
    verdict: newClient || matter ? 'new' : 'known',
    words: parts ? `${parts}: ${about.join(', ')}` : 'Already here',
    client,
    newClient,
    newMatter: matter,
    feeEarnerId,
    clientReference: values.clientReference ?? null,
  }
}

/** Whether a row gives a case or the firm's reference to a client whom only their email address makes out. */
const isGivenAway = (
  { clientReference }: RowValues,
  { client, matter, known }: { client: KnownClient; matter: NewMatter | null; known: Known },
) => {
  const isReferred = clientReference !== undefined && known.byReference.get(fold(clientReference)) === client
  return !isReferred && (matter !== null || clientReference !== undefined)
}

/** Anyone can register with the name and address of somebody else, and would be given that person's case. */
const unproven =
  'Email: someone has registered here with this address and hasn’t confirmed that it’s theirs. ' +
  'Check who they are, then open the case from their page.'

interface Keeping {
  row: number
  isNew: boolean
  newMatter: NewMatter | null
  known: Known
}

const keep = (
  { clientReference }: RowValues,
  client: KnownClient,
  { row, isNew, newMatter, known }: Keeping,
) => {
  if (isNew) known.byEmail.set(client.emailKey, client)
  if (clientReference) known.byReference.set(fold(clientReference), client)
  if (newMatter)
    known.matters.set(fold(newMatter.reference), { id: null, clients: [client], row, isHidden: false })
}
