import { z } from 'zod'
import { dayText } from '../kit/day.ts'
import { instant } from '../kit/endpoint.ts'
import type { KeyDate } from './facts.ts'

interface Stage {
  key: string
  name: string
  /** What it usually waits for: "the council". */
  waitsFor: string | null
  /** Whether that is something of the client's: "your documents". */
  isClients: boolean
  /**
   * How long it usually takes, in working days, if the firm's specification says so. Null otherwise, because nobody has
   * measured it.
   */
  usualDays: number | null
  /** The key date of the matter on which what the stage is about happens. Null if there is none. */
  date: StageDate | null
  /** Whether it waits for nothing but that date. */
  waitsForDate: boolean
}

export type StageDate = Extract<KeyDate['kind'], 'target_exchange' | 'completion'>

const stage = (
  key: string,
  name: string,
  waitsFor: string | null = null,
  usualDays: number | null = null,
) => ({
  key,
  name,
  waitsFor,
  isClients: false,
  usualDays,
  date: null,
  waitsForDate: false,
})

const exchange = (key: string, waitsFor: string): Stage => ({
  ...stage(key, 'Exchange', waitsFor),
  date: 'target_exchange',
})

const completion: Stage = {
  ...stage('completion', 'Completion', 'the completion date'),
  date: 'completion',
  waitsForDate: true,
}

const clientsStage = (key: string, name: string, waitsFor: string) => ({
  ...stage(key, name, waitsFor),
  isClients: true,
})

const instruction = stage('instruction', 'Instruction')
const identity = clientsStage('identity', 'Identity', 'your documents')
const identityAndFunds = clientsStage('identity_and_funds', 'Identity and funds', 'your documents')
const landRegistry = 'HM Land Registry'
const registration = stage('registration', 'Registration', landRegistry)

/** The stages of each type of matter in order. A key means the same stage in every list. */
const shipped: Record<string, readonly Stage[]> = {
  Purchase: [
    instruction,
    identityAndFunds,
    stage('contract_pack', 'Contract pack', 'the seller’s solicitors'),
    stage('searches', 'Searches', 'the council', 10),
    stage('enquiries', 'Enquiries', 'the seller’s solicitors'),
    clientsStage('report_and_signing', 'Report and signing', 'you'),
    exchange('exchange', 'the seller’s solicitors'),
    completion,
    registration,
  ],
  Sale: [
    instruction,
    identity,
    clientsStage('sale_pack', 'Contract pack', 'your property forms'),
    stage('buyers_enquiries', 'Buyer’s enquiries', 'the buyer’s solicitors'),
    clientsStage('signing', 'Signing', 'you'),
    exchange('sale_exchange', 'the buyer’s solicitors'),
    completion,
    stage('mortgage_repaid', 'Mortgage repaid', 'your lender'),
  ],
  Remortgage: [
    instruction,
    identity,
    stage('mortgage_offer', 'Mortgage offer', 'your new lender'),
    stage('title_and_searches', 'Title and searches', landRegistry, 10),
    clientsStage('signing', 'Signing', 'you'),
    completion,
    registration,
  ],
  'Transfer of equity': [
    instruction,
    identity,
    stage('lenders_consent', 'Lender’s consent', 'the lender'),
    stage('transfer_deed', 'Transfer deed', 'everyone who signs'),
    completion,
    registration,
  ],
  Probate: [
    instruction,
    identity,
    stage('estate_valued', 'Valuing the estate', 'banks and valuers'),
    stage('inheritance_tax', 'Inheritance tax', 'HM Revenue & Customs'),
    stage('probate_application', 'Grant of probate', 'the Probate Registry'),
    stage('estate_collected', 'Collecting the estate', 'banks and registrars'),
    stage('estate_accounts', 'Estate accounts', 'the executors'),
    stage('distribution', 'Distribution'),
  ],
  'Will and powers of attorney': [
    instruction,
    identity,
    stage('drafts', 'Drafts'),
    clientsStage('drafts_approved', 'Your approval', 'you'),
    clientsStage('signing_and_witnesses', 'Signing and witnesses', 'you'),
    stage('lpa_registration', 'Registration of powers of attorney', 'the Office of the Public Guardian'),
    stage('documents_stored', 'Documents stored'),
  ],
  General: [
    instruction,
    identity,
    clientsStage('gathering_facts', 'Gathering the facts', 'your documents'),
    stage('work', 'Work under way'),
    stage('conclusion', 'Conclusion'),
    stage('closing', 'Final bill and closing'),
  ],
}

/** Types with stages of their own. Any other type has the general stages. */
export const stagedTypes = Object.keys(shipped)

export const stagesOfType = (type: string): readonly Stage[] => shipped[type] ?? shipped.General ?? []

export const isStageOf = (type: string, key: string) =>
  stagesOfType(type).some((candidate) => candidate.key === key)

/** Returns the name of a stage, even if the matter has changed its type since. */
export const stageName = (key: string) =>
  Object.values(shipped)
    .flat()
    .find((candidate) => candidate.key === key)?.name ?? key

/** One stage as the client sees it. */
export const StageProgress = z.strictObject({
  key: z.string(),
  name: z.string(),
  state: z.enum(['done', 'current', 'ahead']),
  /** When the matter reached it. Null if nobody recorded it. */
  since: instant.nullable(),
  /** What is happening: the firm's own words, otherwise what it usually waits for. */
  words: z.string().nullable(),
  usually: z.string().nullable(),
})
export type StageProgress = z.infer<typeof StageProgress>

/** A matter reached a stage. Lists of moves are oldest first. */
export interface StageMove {
  /** Null if it was opened, which puts it at the first stage of whatever type it has. */
  stage: string | null
  at: Date
  words: string | null
}

interface Standing {
  /** Whether it is no longer open. Nobody is waited for then, and the last stage is done. */
  isOver: boolean
  /** The client is waited for only while it is their turn. */
  isClientsTurn: boolean
  /** The key dates that the client sees. */
  dates?: readonly Pick<KeyDate, 'kind' | 'on'>[]
}

/** Shared rule: the progress of a matter through the stages of its type. Without a move it is at the first stage. */
export function progressOfStages(
  type: string,
  moves: readonly StageMove[],
  { isOver, isClientsTurn, dates = [] }: Standing = { isOver: false, isClientsTurn: true },
): StageProgress[] {
  const stages = stagesOfType(type)
  const indexOf = (key: string) => stages.findIndex((candidate) => candidate.key === key)
  const known = moves
    .map((move) => ({ ...move, stage: move.stage ?? stages[0]?.key ?? '' }))
    .filter(({ stage }) => indexOf(stage) >= 0)
  const last = known.at(-1)
  const current = last ? indexOf(last.stage) : 0
  const done = isOver && current === stages.length - 1 ? stages.length : current
  return stages.map((shown, index) => {
    const { key, name, isClients, usualDays } = shown
    const state = index < done ? 'done' : index === current ? 'current' : 'ahead'
    const isUnderWay = state === 'current' && !isOver
    const usualWords = isClientsTurn || !isClients ? waitingWords(shown, dates) : null
    const move = known.findLast(({ stage }) => stage === key)
    return {
      key,
      name,
      state,
      since: state === 'ahead' ? null : (move?.at ?? null),
      words: isUnderWay ? (last?.words ?? usualWords) : null,
      usually: isUnderWay && usualDays !== null ? `usually ${usualDays} working days` : null,
    }
  })
}

/** It may be past, so a date is not waited for once it is known. */
function waitingWords({ waitsFor, waitsForDate, date }: Stage, dates: NonNullable<Standing['dates']>) {
  const on = waitsForDate ? dates.find(({ kind }) => kind === date)?.on : undefined
  if (on !== undefined) return `${waitsFor} is ${dayText(on)}`
  return waitsFor && `waiting for ${waitsFor}`
}

/** For how many seconds a stage that was set by mistake can be undone. Nobody is notified before then. */
export const undoSeconds = 10
