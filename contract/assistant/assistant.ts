import { z } from 'zod'
import {
  command,
  create,
  id,
  instant,
  list,
  prose,
  read,
  remove,
  replace,
  stream,
  uuid,
} from '../kit/endpoint.ts'

export const AssistantMessageId = id('assistant message')
export type AssistantMessageId = z.infer<typeof AssistantMessageId>

/** The kind of an answer. */
export const AnswerKind = z.enum([
  /** From the firm's knowledge articles or the glossary. */
  'knowledge',
  /** From the client's own file. */
  'file',
  /** A polite refusal: legal advice, other people's data, confidential facts, or instructions to the assistant. */
  'refusal',
  /** The assistant does not know. The firm sees the question as a gap. */
  'unknown',
  /** Somebody or their money may be in danger, which takes priority. */
  'urgent',
  /** A greeting, thanks, a question about the assistant, or an unknown language: nothing that has a factual answer. */
  'courtesy',
])
export type AnswerKind = z.infer<typeof AnswerKind>

/** The source of a part of an answer: "From: Proof of address". */
export const Citation = z.strictObject({
  label: z.string(),
  /** The original source for further reading. Null for the client's own file. */
  source: z.string().nullable(),
  url: z.string().nullable(),
  /** No person of the firm has reviewed it yet. */
  isDraft: z.boolean(),
})
export type Citation = z.infer<typeof Citation>

/** What the client can do about it in this portal: "Pay £342.50" at `/payments`. */
export const AnswerAction = z.strictObject({ label: z.string(), path: z.string() })
export type AnswerAction = z.infer<typeof AnswerAction>

export const Answer = z.strictObject({
  content: z.string(),
  kind: AnswerKind,
  citations: z.array(Citation),
  actions: z.array(AnswerAction),
  /** Whether the client is offered a person to talk to. */
  offersPerson: z.boolean(),
  /** Says that the built-in assistant answered because the language model did not. */
  note: z.string().nullable(),
})
export type Answer = z.infer<typeof Answer>

export const Verdict = z.enum(['helpful', 'unhelpful'])
export type Verdict = z.infer<typeof Verdict>

export const AssistantMessage = z.strictObject({
  id: AssistantMessageId,
  isUser: z.boolean(),
  content: z.string(),
  /** Null for the client's own messages. */
  answer: Answer.omit({ content: true }).nullable(),
  verdict: Verdict.nullable(),
  createdAt: instant,
})
export type AssistantMessage = z.infer<typeof AssistantMessage>

/** One event of a streamed answer. */
export const AssistantEvent = z.discriminatedUnion('type', [
  /** The next words. */
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  /** Discard the text so far: a different answer replaces it. */
  z.strictObject({ type: z.literal('restart') }),
  /** The complete answer, as stored. */
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
  /** The firm has changed the article that the portal came with. */
  isChanged: z.boolean(),
  /** Null for a draft that the firm has yet to review. */
  reviewedAt: instant.nullable(),
  reviewedBy: z.string().nullable(),
})
export type KnowledgeArticle = z.infer<typeof KnowledgeArticle>

export const Gap = z.strictObject({
  id: uuid(),
  /** The question, without the client's names and numbers as far as they are known. */
  question: z.string(),
  times: z.number().int(),
  lastAskedAt: instant,
})
export type Gap = z.infer<typeof Gap>

/** `name` is null if no language model is set up. */
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
    input: z.strictObject({ id: uuid() }),
    audience: 'firm',
    action: 'knowledge.edit',
    summary: 'Removes a question from the list',
  }),
}
