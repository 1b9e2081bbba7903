/** The portal's account at the provider of text messages. */
export interface TextConnection {
  accountSid: string
  keySid: string
  secret: string
  /** A number, a name, or a messaging service of the provider. */
  sender: string
}

/** A text message to send. */
export interface Text {
  /** In E.164: `+447700900123`. */
  to: string
  body: string
}

export type TextFailure =
  /** The number does not receive texts. */
  | 'number'
  /** The recipient accepts none from the firm. */
  | 'blocked'
  /** Switched off, or out of reach. */
  | 'handset'
  /** Held back by a network. */
  | 'filtered'
  | 'country'
  | 'sender'
  | 'key'
  /** Suspended, or out of credit. */
  | 'account'
  | 'busy'
  | 'silent'
  | 'other'

/** The outcome of a text. A refusal is data, not an exception. */
export type TextDelivery =
  /** The provider has accepted it under this reference. */
  | { status: 'sent'; reference: string }
  /** It will never be accepted. */
  | { status: 'refused'; failure: TextFailure; code: number | null }
  /** It was not accepted, and may be later. */
  | { status: 'unreached'; failure: TextFailure; code: number | null }
  /** It may have been accepted. Ask the provider before sending it again. */
  | { status: 'unknown'; failure: TextFailure; code: number | null }

export type TextOutcome =
  | { status: 'under_way' }
  | { status: 'delivered' }
  | { status: 'failed'; failure: TextFailure; code: number | null }

/** The port to a provider of text messages. Each call returns within 15 seconds. */
export interface TextSender {
  name: string
  /** The connection that the operator has set, which no page can change. */
  fixed: TextConnection | null
  /** Sends a text. `validFor` in seconds: after that it is no longer delivered. */
  send: (connection: TextConnection, text: Text & { validFor: number }) => Promise<TextDelivery>
  /**
   * Returns the reference of a text that was accepted without a response, or null if none was.
   * @throws Error if the provider cannot tell.
   */
  find: (connection: TextConnection, text: Text & { since: Date }) => Promise<string | null>
  /** @throws Error if the provider cannot tell. */
  outcome: (connection: TextConnection, reference: string) => Promise<TextOutcome>
}
