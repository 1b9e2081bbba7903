import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import type { RiskAssessment } from './forms/forms.ts'
import { command, id, instant, newInOutput, pageSize, prose, read, replace } from './kit/endpoint.ts'
import { MatterId } from './matters/matters.ts'
import { MatterName } from './matters/parties.ts'
import { QueueFacts, undone } from './queue.ts'

// Nothing in this file may reach a client, a guest, the assistant, an export or an email (Proceeds of Crime Act 2002 s.
// 333A). Every endpoint is for the firm only, and a test checks everything that a client can get.

declare module './kit/portal.ts' {
  interface Topics {
    compliance: true
  }
}

export const RiskLevel = z.enum(['standard', 'high'], 'Please choose the risk')
export type RiskLevel = z.infer<typeof RiskLevel>

export const riskNames: Record<RiskLevel, string> = { standard: 'Standard risk', high: 'High risk' }

/** The compliance officer's rating of a matter, with the reason. */
export const RiskMark = z.strictObject({
  level: RiskLevel,
  reason: z.string(),
  at: instant,
  by: z.string(),
})
export type RiskMark = z.infer<typeof RiskMark>

export const ComplianceItemKind = z.enum(['politically_exposed', 'cash', 'high_risk_country', 'conflict'])
export type ComplianceItemKind = z.infer<typeof ComplianceItemKind>

export const itemNames: Record<ComplianceItemKind, string> = {
  politically_exposed: 'Politically exposed person',
  cash: 'Cash',
  high_risk_country: 'High-risk country',
  conflict: 'Possible conflict of interest',
}

/** What a person does about a possible conflict. The names are all that the portal compares. */
export const conflictAdvice =
  'Check whether they are the same. If they are, decide which of the cases we can act in, and tell the people who run them.'

export const ComplianceItemId = id('complianceItem')
export type ComplianceItemId = z.infer<typeof ComplianceItemId>

/** A decision that was taken back, with the reason. */
export const EarlierDecision = z.strictObject({
  words: z.string(),
  at: instant,
  by: z.string(),
  reopenedAt: instant,
  reopenedBy: z.string(),
  /** Empty if it was undone straight away. */
  reason: z.string(),
})
export type EarlierDecision = z.infer<typeof EarlierDecision>

/** Something for the compliance officer to review. */
export const ComplianceItem = z.strictObject({
  id: ComplianceItemId,
  kind: ComplianceItemKind,
  client: z.strictObject({ id: UserId, name: z.string() }),
  matter: MatterName.nullable(),
  /** What the client answered, or which people are on which side. */
  words: z.string(),
  raisedAt: instant,
  /** When the client sent answers that no longer say this. Null while they do, and of a conflict. */
  changedAt: newInOutput(instant.nullable(), null),
  decision: z.strictObject({ words: z.string(), at: instant, by: z.string() }).nullable(),
  /** What was decided before it was reopened, newest first. */
  earlier: newInOutput(z.array(EarlierDecision), []),
  ...QueueFacts.shape,
})
export type ComplianceItem = z.infer<typeof ComplianceItem>

const isOneWord = (reason: string) => reason.split(/\s+/).length < 2

/** A reason that somebody can still understand in five years' time. */
const reason = (required: string) =>
  prose(1000, required).refine((words) => words === '' || !isOneWord(words), {
    message: 'Please use more than one word',
  })

const ofMatter = z.strictObject({ id: MatterId })

export const compliance = {
  items: read('/api/firm/compliance/items', {
    input: z.strictObject({ state: z.enum(['open', 'decided']) }),
    output: z.array(ComplianceItem).max(pageSize),
    audience: 'firm',
    action: 'risk.decide',
    summary: 'What the compliance officer has to look at, the longest wait first, or what was decided lately',
  }),
  item: read('/api/firm/compliance/items/:id', {
    input: z.strictObject({ id: ComplianceItemId }),
    output: ComplianceItem,
    audience: 'firm',
    action: 'risk.decide',
    summary: 'One of the things that the compliance officer looks at, or has decided',
  }),
  reopen: command('/api/firm/compliance/items/:id/reopen', {
    input: z.strictObject({
      id: ComplianceItemId,
      decidedAt: undone,
      /** Needed later than a minute after the decision. */
      reason: reason('Please say why you’re reopening it').optional(),
    }),
    output: ComplianceItem,
    audience: 'firm',
    action: 'risk.decide',
    summary:
      'Opens a decided item again, with the reason; within a minute it needs none. What was decided is kept',
  }),
  decide: command('/api/firm/compliance/items/:id/decide', {
    input: z.strictObject({
      id: ComplianceItemId,
      words: reason('Please say what you decided, and why'),
    }),
    output: ComplianceItem,
    audience: 'firm',
    action: 'risk.decide',
    summary: 'Closes an item with what was decided, and why',
  }),
  risk: read('/api/firm/cases/:id/risk', {
    input: ofMatter,
    output: z.strictObject({
      /** Newest first: the first one is in force. */
      marks: z.array(RiskMark),
    }),
    audience: 'firm',
    action: 'risk.read',
    summary: 'How the compliance officer rates the risk of a case, now and before',
  }),
  mark: replace('/api/firm/cases/:id/risk', {
    input: ofMatter.extend({ level: RiskLevel, reason: reason('Please give your reason') }),
    output: RiskMark,
    audience: 'firm',
    action: 'risk.decide',
    summary: 'Marks a case as standard or high risk, with the reason',
  }),
}

type Called = Pick<RiskAssessment, 'politicallyExposed' | 'politicallyExposedDetails' | 'riskFactors'>

/**
 * Returns a compliance item for each answer of a risk assessment that needs review, with what the officer reads about
 * it.
 */
export const complianceItemsOf = ({
  politicallyExposed,
  politicallyExposedDetails,
  riskFactors = [],
}: Called): { kind: ComplianceItemKind; words: string }[] => [
  ...(politicallyExposed
    ? [
        {
          kind: 'politically_exposed' as const,
          words: politicallyExposedDetails || 'The client gave no details.',
        },
      ]
    : []),
  ...(riskFactors.includes('cash_intensive')
    ? [{ kind: 'cash' as const, words: 'The client has a business that takes much of its money in cash.' }]
    : []),
  ...(riskFactors.includes('high_risk_country')
    ? [{ kind: 'high_risk_country' as const, words: 'The client has a link to a high-risk country.' }]
    : []),
]
