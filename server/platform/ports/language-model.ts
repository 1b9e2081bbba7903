/** A language model that a firm may set up beside the built-in assistant. */
export interface LanguageModel {
  /** Which model, and whose machine it runs on: what the firm is shown. */
  name: string
  host: string
  /** For a whole answer, in milliseconds. */
  timeout: number
  /** The words as they come. Throws when there is no answer, or no more of it. */
  answer: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<string>
}

export interface ModelRequest {
  instructions: string
  /** What was said before, oldest first, then the question. */
  messages: { isUser: boolean; content: string }[]
  /** What the model may look up while it answers: reading only, and already bound to one client. */
  lookups: Lookup[]
}

export interface Lookup {
  name: string
  description: string
  run: () => Promise<string>
}
