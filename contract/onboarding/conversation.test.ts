import { describe, expect, test } from 'vitest'
import { optionMeant, optionSignals, stageOptions } from './chat.ts'
import {
  Flow,
  type FlowState,
  firstOpenStage,
  nextStages,
  type Requirement,
  requirementOf,
  type Signal,
  Stage,
  signals,
  stepsOf,
  takesUpload,
  transientStages,
  withResolved,
} from './conversation.ts'

const stages = Stage.options
const resting = stages.filter((stage) => !transientStages.includes(stage))
const requirements: Requirement[] = ['selfie', 'address', 'funds']
const subsets = requirements.reduce<Requirement[][]>(
  (all, requirement) => all.flatMap((set) => [set, [...set, requirement]]),
  [[]],
)
const everything: FlowState[] = Flow.options.flatMap((flow) =>
  [true, false].flatMap((wantsSelfie) => subsets.map((resolved) => ({ flow, wantsSelfie, resolved }))),
)
const known: FlowState = { flow: 'camera', wantsSelfie: true, resolved: [] }

describe('every stage, with every signal and every state', () => {
  test.each(stages)('%s leads to a stage where a client can rest, or nowhere', (stage) => {
    for (const signal of signals)
      for (const facts of everything) {
        const stages = nextStages(stage, signal, facts)
        if (stages === null) continue
        expect(resting).toContain(stages.at(-1))
        for (const passed of stages.slice(0, -1)) expect(transientStages).toContain(passed)
      }
  })
})

/** Returns what a page lets a client do at a stage, and what can then happen by itself. */
const possibleAt = (stage: Stage): Signal[] => [
  ...stageOptions[stage].flatMap((option): Signal[] => {
    const signal = optionSignals[option]
    return signal === 'check_data' ? checks : [signal]
  }),
  ...(takesUpload(stage) ? judgements : []),
  ...(stage === 'proof_of_funds' ? (['bank_given'] as const) : []),
  ...(stage === 'additional_data' || stage === 'modify_details' ? checks : []),
  ...(stage === 'upload_document' ? (['session_submitted'] as const) : []),
  ...(stage === 'upload_document' || stage === 'verification_progress' ? sessions : []),
]
const checks: Signal[] = ['data_verified', 'data_unchecked', 'data_rejected']
const judgements: Signal[] = ['document_verified', 'document_review', 'document_failed']
const sessions: Signal[] = ['session_verified', 'session_review', 'session_failed', 'session_expired']

const reachable = (from: Stage, facts: FlowState, seen = new Set<Stage>([from])): Set<Stage> => {
  for (const signal of possibleAt(from)) {
    for (const next of nextStages(from, signal, facts) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      reachable(next, withResolved(facts, from), seen)
    }
  }
  return seen
}

describe('no dead end', () => {
  test.each(resting)('from %s the end is reached by what the page offers', (stage) => {
    for (const facts of everything) expect(reachable(stage, facts)).toContain('complete')
  })

  test.each(resting.filter((stage) => stage !== 'complete'))(
    '%s can be left, and help asked for',
    (stage) => {
      expect(nextStages(stage, 'leave', known)).toEqual(['complete'])
      expect(nextStages(stage, 'support', known)).toEqual([stage])
    },
  )

  test('every stage can be reached from the welcome, in the camera flow or the guided one', () => {
    const camera = reachable('welcome', known)
    const guided = reachable('welcome', { ...known, flow: 'guided' })
    expect([...new Set([...camera, ...guided])].sort()).toEqual([...stages].sort())
  })

  test.each(stages)('whatever %s offers is an answer there', (stage) => {
    for (const signal of possibleAt(stage)) expect(nextStages(stage, signal, known), signal).not.toBeNull()
  })

  test('no signal leads on from the end', () => {
    for (const signal of signals) expect(nextStages('complete', signal, known)).toBeNull()
  })
})

describe('the flows', () => {
  const walk = (facts: FlowState, steps: Signal[]) => {
    let now = facts
    let stage: Stage = 'welcome'
    const visited: Stage[] = [stage]
    for (const signal of steps) {
      const stages = nextStages(stage, signal, now)
      if (stages === null) throw new Error(`${signal} is no answer at ${stage}`)
      now = withResolved(now, stage)
      visited.push(...stages)
      stage = stages.at(-1) ?? stage
    }
    return visited
  }

  test('a session that shows everything leads to the bank details, the review and the end', () => {
    const all: FlowState = { flow: 'camera', wantsSelfie: true, resolved: ['selfie', 'address'] }
    const steps: Signal[] = ['begin', 'agree', 'accept_comparison', 'session_submitted', 'session_verified']
    const end: Signal[] = ['bank_given', 'data_verified', 'confirm']
    expect(walk(all, [...steps, ...end])).toEqual([
      'welcome',
      'consent',
      'face_consent',
      'upload_document',
      'verification_progress',
      'verification_success',
      'proof_of_funds',
      'change_check',
      'review_details',
      'complete',
    ])
  })

  test('without a camera each document is requested separately', () => {
    const steps: Signal[] = ['begin', 'agree', 'accept_comparison', 'upload_instead', 'choose_document']
    const papers: Signal[] = ['document_verified', 'document_review', 'document_failed', 'send_as_is']
    const rest: Signal[] = ['choose_funds', 'document_verified']
    expect(walk({ ...known, flow: 'guided' }, [...steps, ...papers, ...rest]).slice(4)).toEqual([
      'select_id_type',
      'id_verification',
      'id_verification_selfie',
      'proof_of_address',
      'proof_of_address',
      'source_of_funds',
      'source_of_funds_details',
      'proof_of_funds',
    ])
  })

  test.each(everything)('what is resolved is not asked for again: %j', (facts) => {
    const unwanted = [...facts.resolved, ...(facts.wantsSelfie ? [] : ['selfie'])]
    expect(unwanted).not.toContain(requirementOf[firstOpenStage(facts)] ?? 'nothing')
  })

  test('step numbers only increase along a flow, and at the end no minutes are left', () => {
    expect(stepsOf('welcome')).toEqual({ step: 1, of: 5, minutesLeft: 5 })
    expect(stepsOf('complete')).toEqual({ step: 5, of: 5, minutesLeft: 0 })
  })
})

describe('typed words', () => {
  test.each([
    ['yes', 'consent', 'Agree'],
    ['I agree', 'consent', 'Agree'],
    ['I do not agree', 'consent', 'I do not agree'],
    ["I don't agree", 'consent', 'I do not agree'],
    ['no', 'face_consent', 'No, a person can do it'],
    ['Yes please!', 'face_consent', 'Yes, compare them'],
    ['no', 'change_check', 'No, everything is correct'],
    ['no changes', 'change_check', 'No, everything is correct'],
    ['I want to change something', 'change_check', 'Yes, there are changes'],
    ['yes', 'review_details', 'Yes, this is correct'],
    ['mortgage', 'source_of_funds', 'Mortgage'],
    ['ok', 'welcome', "Let's begin"],
  ] as const)('%j at %s means %j', (words, stage, option) => {
    expect(optionMeant(words, stageOptions[stage])).toBe(option)
  })

  test.each([
    ['yes', 'proof_of_funds'],
    ['Is my data safe? yes or no?', 'consent'],
    ['I would agree if I knew how long you keep my documents', 'consent'],
    ['yesterday', 'consent'],
    ['nothing here', 'change_check'],
  ] as const)('%j at %s is a question, and moves nothing', (words, stage) => {
    expect(optionMeant(words, stageOptions[stage])).toBeNull()
  })

  test('"yes" to "has anything changed?" does not mean "everything is correct"', () => {
    expect(optionMeant('yes', stageOptions.change_check)).toBeNull()
  })
})
