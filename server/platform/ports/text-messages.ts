/** How the portal is known to the provider of text messages. */
export interface TextConnection {
  accountSid: string
  keySid: string
  secret: string
  /** A number, a name, or a messaging service of the provider. */
  sender: string
}

/** A text as it leaves. */
export interface Text {
  /** In the form of E.164: `+447700900123`. */
  to: string
  body: string
}

export type TextFailure =
  /** No number that gets texts. */
  | 'number'
  /** It accepts none from the firm. */
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

/** What became of a text; that it was not taken is data, not an exception. */
export type TextDelivery =
  /** The provider has taken it, and knows it by this. */
  | { status: 'sent'; reference: string }
  /** It will never be taken. */
  | { status: 'refused'; failure: TextFailure; code: number | null }
  /** It was not taken, and may be later. */
  | { status: 'unreached'; failure: TextFailure; code: number | null }
  /** It may have been taken: before it is sent again, the provider is asked for it. */
  | { status: 'unknown'; failure: TextFailure; code: number | null }

export type TextOutcome =
  | { status: 'under_way' }
  | { status: 'delivered' }
  | { status: 'failed'; failure: TextFailure; code: number | null }

/** The door to a provider of text messages. Each question is answered within a quarter of a minute. */
export interface TextSender {
  name: string
  /** What whoever runs the portal has set; then no page changes it. */
  fixed: TextConnection | null
  /** `validFor` in seconds: what has not arrived by then is not to arrive any more. */
  send: (connection: TextConnection, text: Text & { validFor: number }) => Promise<TextDelivery>
  /**
   * The reference of a text that was taken, though nobody heard so; null where none was.
   * @throws Error when the provider cannot tell.
   */
  find: (connection: TextConnection, text: Text & { since: Date }) => Promise<string | null>
  /** @throws Error when the provider cannot tell. */
  outcome: (connection: TextConnection, reference: string) => Promise<TextOutcome>
}
