import { z } from 'zod'
import { command, create, id, instant, list, prose, read, remove, replace, stream } from '../kit/endpoint.ts'

export const AssistantMessageId = id('assistant message')
export type AssistantMessageId = z.infer<typeof AssistantMessageId>

/** Why an answer is as it is. */
export const AnswerKind = z.enum([
  /** From the firm's knowledge or the glossary. */
  'knowledge',
  /** From the client's own file. */
  'file',
  /** A kind no: legal advice, somebody else's facts, what may not be told, an order to the assistant. */
  'refusal',
  /** The assistant does not know; the firm is shown the gap. */
  'unknown',
  /** Somebody may be in danger, or their money is: that comes first. */
  'urgent',
  /** A greeting, thanks, who is speaking, or a language that is not understood: no question that has an answer. */
  'courtesy',
])
export type AnswerKind = z.infer<typeof AnswerKind>

/** Where a part of an answer comes from: "From: Proof of address". */
export const Citation = z.strictObject({
  label: z.string(),
  /** Who says so, for whoever wants to read on; null for the client's own file. */
  source: z.string().nullable(),
  url: z.string().nullable(),
  /** A person of the firm has not reviewed it yet. */
  isDraft: z.boolean(),
})
export type Citation = z.infer<typeof Citation>

/** What can be done about it, on this portal: "Pay £342.50" at `/payments`. */
export const AnswerAction = z.strictObject({ label: z.string(), path: z.string() })
export type AnswerAction = z.infer<typeof AnswerAction>

export const Answer = z.strictObject({
  content: z.string(),
  kind: AnswerKind,
  citations: z.array(Citation),
  actions: z.array(AnswerAction),
  /** Whether a hand-over to a person is offered. */
  offersPerson: z.boolean(),
  /** Said where the language model did not answer and the built-in assistant did. */
  note: z.string().nullable(),
})
export type Answer = z.infer<typeof Answer>

export const Verdict = z.enum(['helpful', 'unhelpful'])
export type Verdict = z.infer<typeof Verdict>

export const AssistantMessage = z.strictObject({
  id: AssistantMessageId,
  isUser: z.boolean(),
  content: z.string(),
  /** Of the assistant's messages; null for the client's own. */
  answer: Answer.omit({ content: true }).nullable(),
  verdict: Verdict.nullable(),
  createdAt: instant,
})
export type AssistantMessage = z.infer<typeof AssistantMessage>

/** One event of a streamed answer. */
export const AssistantEvent = z.discriminatedUnion('type', [
  /** The next words. */
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  /** Take back what was said so far: another answer takes its place. */
  z.strictObject({ type: z.literal('restart') }),
  /** All of it, as it is kept. */
  z.strictObject({ type: z.literal('done'), asked: AssistantMessage, message: AssistantMessage }),
  z.strictObject({ type: z.literal('failed'), message: z.string() }),
])
export type AssistantEvent = z.infer<typeof AssistantEvent>

export const questionAtMost = 1000
const emptyQuestion = 'Please type a question'

export const reasons = [
  "It didn't answer my question",
  'It was wrong',
  'It was hard to understand',
  'I want to speak to someone',
] as const

export const assistant = {
  messages: list('/api/assistant/messages', {
    item: AssistantMessage,
    audience: 'client',
    summary: 'The conversation with the assistant, newest first',
  }),
  ask: stream('/api/assistant/messages', {
    input: z.strictObject({
      content: prose(questionAtMost, emptyQuestion),
    }),
    output: AssistantEvent,
    audience: 'client',
    summary: 'Asks the assistant; the answer comes as server-sent events',
  }),
  suggestions: read('/api/assistant/suggestions', {
    output: z.array(z.string()),
    audience: 'client',
    summary: "Questions that fit the client's state",
  }),
  rate: replace('/api/assistant/messages/:id/verdict', {
    input: z.strictObject({
      id: AssistantMessageId,
      verdict: Verdict.nullable(),
      reason: prose(500).optional(),
    }),
    output: AssistantMessage,
    audience: 'client',
    summary: 'Says whether an answer helped',
  }),
  handOver: create('/api/assistant/hand-over', {
    input: z.strictObject({ words: prose(2000).optional() }),
    output: z.strictObject({ sentTo: z.string() }),
    audience: 'client',
    summary: "Sends the conversation to the client's team",
  }),
  clear: remove('/api/assistant/messages', {
    input: z.strictObject({}),
    audience: 'client',
    summary: 'Forgets the conversation with the assistant',
  }),
}

export const ArticleId = z.string().regex(/^[a-z0-9-]{2,60}$/)

export const KnowledgeArticle = z.strictObject({
  id: ArticleId,
  title: z.string(),
  group: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  body: z.string(),
  /** The firm changed what the portal came with. */
  isChanged: z.boolean(),
  /** Null: a draft for the firm to review. */
  reviewedAt: instant.nullable(),
  reviewedBy: z.string().nullable(),
})
export type KnowledgeArticle = z.infer<typeof KnowledgeArticle>

export const Gap = z.strictObject({
  id: z.uuid(),
  /** The question, with names and numbers of the client left out where they are known. */
  question: z.string(),
  times: z.number().int(),
  lastAskedAt: instant,
})
export type Gap = z.infer<typeof Gap>

/** Nothing is set up where `name` is null. */
const ModelState = z.strictObject({
  name: z.string().nullable(),
  host: z.string().nullable(),
  isOn: z.boolean(),
})

export const knowledge = {
  articles: read('/api/firm/knowledge', {
    output: z.array(KnowledgeArticle),
    audience: 'firm',
    action: 'knowledge.edit',
    summary: 'The articles the assistant answers from',
  }),
  save: replace('/api/firm/knowledge/:id', {
    input: z.strictObject({
      id: ArticleId,
      title: prose(120, 'Please give it a title'),
      body: prose(20_000, 'Please write the article'),
      isReviewed: z.boolean(),
    }),
    output: KnowledgeArticle,
    audience: 'firm',
    action: 'knowledge.edit',
    summary: "Saves an article in the firm's own words, or marks it as reviewed",
  }),
  restore: command('/api/firm/knowledge/:id/restore', {
    input: z.strictObject({ id: ArticleId }),
    output: KnowledgeArticle,
    audience: 'firm',
    action: 'knowledge.edit',
    summary: 'Restores the original article',
  }),
  model: read('/api/firm/assistant-model', {
    output: ModelState,
    audience: 'firm',
    action: 'knowledge.edit',
    summary: 'Which language model answers, if any, and where it runs',
  }),
  switchModel: replace('/api/firm/assistant-model', {
    input: z.strictObject({ isOn: z.boolean() }),
    output: ModelState,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Lets the language model answer, or the built-in assistant alone',
  }),
  gaps: read('/api/firm/knowledge-gaps', {
    output: z.array(Gap),
    audience: 'firm',
    action: 'knowledge.edit',
    summary: "Questions the assistant couldn't answer",
  }),
  closeGap: remove('/api/firm/knowledge-gaps/:id', {
    input: z.strictObject({ id: z.uuid() }),
    audience: 'firm',
    action: 'knowledge.edit',
    summary: 'Removes a question from the list',
  }),
}
