import { dayText } from '#contract/kit/day.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { firmMatterPath, pages } from '#contract/kit/pages.ts'
import type { TemplateQuestion } from '#contract/letter-templates/letter-templates.ts'
import {
  fieldOfQuestion,
  isMergeField,
  labelOfField,
  type MergeValues,
  mergeFields,
  placeWords,
} from '#contract/letter-templates/merge-text.ts'
import type { MissingField } from '#contract/letters/letters.ts'
import type { KeyDateKind } from '#contract/matters/facts.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import type { PartyRole } from '#contract/matters/party.ts'
import { messagesPathOf } from '#contract/messages.ts'
import { findPersonalDetails, getAccount, listTeam } from '#server/features/accounts/service.ts'
import { firmValues, letterDate } from '#server/features/letter-templates/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Recipient } from './recipients.ts'

/** Returns everything that the portal knows of a matter for a letter to one of its clients. */
export async function matterValues(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  file: FirmMatterFile,
  { recipient, recipients }: { recipient: Recipient; recipients: readonly Recipient[] },
): Promise<MergeValues> {
  const firm = await findFirm(db)
  const { facts, parties } = file
  const [answering] = await listTeam(db, file.client.id)
  const dateOf = (kind: KeyDateKind) => {
    const found = facts.dates.find((date) => date.kind === kind)
    return found && dayText(found.on)
  }
  const named = (role: PartyRole) =>
    list.format(parties.filter((party) => party.role === role).map(({ name }) => name))
  const pounds = (pence: number | null) => (pence === null ? '' : formatPounds(pence))
  return {
    ...firmValues(firm),
    today: letterDate(firm.timeZone, now),
    'client.name': recipient.name,
    'client.names': list.format(recipients.map(({ name }) => name)),
    'client.address': await addressOf({ db }, recipient),
    'matter.subject': `the matter “${file.title}”`,
    'matter.title': file.title,
    'matter.reference': file.reference,
    'matter.fee_earner': file.feeEarner ?? (answering && fullName(answering)),
    'matter.supervisor': file.supervisor ?? '',
    'matter.value': pounds(facts.value),
    'matter.target_exchange': dateOf('target_exchange'),
    'matter.completion': dateOf('completion'),
    'matter.limitation': dateOf('limitation'),
    'matter.estimate': pounds(facts.costsEstimate),
    'matter.costs_so_far': pounds(facts.costsSoFar),
    'party.lender': named('lender'),
    'party.giver_of_funds': named('giver_of_funds'),
    'party.other_side': named('other_side'),
    'party.other_sides_lawyer': named('other_sides_lawyer'),
    'party.executor': named('executor'),
    'party.attorney': named('attorney'),
    'party.beneficiary': named('beneficiary'),
    'party.agent': named('agent'),
  }
}

const list = new Intl.ListFormat('en-GB')

/** Returns a client's address: from their settings, otherwise as declared for their identity check. */
async function addressOf({ db }: Pick<Ctx, 'db'>, { id }: Recipient) {
  const { address, city, postalCode } = await getAccount(db, id)
  if (address) return [address, city, postalCode].filter(Boolean).join(', ')
  const declared = await findPersonalDetails(db, id)
  return [declared?.address, declared?.postalCode].filter(Boolean).join(', ')
}

/** Returns the answers to a template's questions, without any other answers. */
export const answerValues = (
  questions: readonly TemplateQuestion[],
  answers: Readonly<Record<string, string>>,
): MergeValues =>
  Object.fromEntries(
    questions.map(({ key }) => [fieldOfQuestion(key), Object.hasOwn(answers, key) ? answers[key] : '']),
  )

/** Returns the empty fields of a letter, and where to fill in each of them. */
export const missingFields = (
  fields: readonly string[],
  questions: readonly TemplateQuestion[],
  { file, recipient }: { file: Pick<FirmMatterFile, 'id'> | null; recipient: Recipient | undefined },
): MissingField[] =>
  fields.map((field) => {
    const label = labelOfField(field, questions)
    if (!isMergeField(field))
      return { field, label, sentence: `“${label}” is empty. Fill it in on this page.`, path: null }
    const { place } = mergeFields[field]
    const paths = {
      firm: pages.firmSettings,
      facts: caseOf(file),
      parties: caseOf(file),
      client: recipient ? messagesPathOf({ role: 'fee_earner' }, recipient.id) : null,
      case: null,
    }
    return { field, label, sentence: `“${label}” is empty. ${placeWords[place]}`, path: paths[place] }
  })

const caseOf = (file: Pick<FirmMatterFile, 'id'> | null) => file && firmMatterPath(file.id)
