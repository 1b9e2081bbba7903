/** Answers what a client types. The built-in one knows a few topics; a language model stands behind the same port. */
export interface Assistant {
  name: string
  /** How long an answer is waited for, in milliseconds. */
  patience: number
  /** Throws when there is no answer. */
  reply: (question: Question, signal: AbortSignal) => Promise<string>
}

export interface Question {
  message: string
  /** Where the conversation stands, and what the page says of it. */
  stage: string
  context: Record<string, unknown>
  /** What the firm says of itself. */
  firm: { name: string; telephone: string; hours: string; email: string }
  /** Who checks identities; null where the firm does it itself. */
  checker: string | null
}
