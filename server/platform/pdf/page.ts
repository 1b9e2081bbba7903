/** What the firm says of itself at the head of its paper. */
export interface Letterhead {
  name: string
  postalAddress: string
  telephone: string
  email: string
  /** "Authorised and regulated by …": stands at the foot. */
  regulator: string
  vatNumber: string | null
}

export type Block =
  /** A heading within the paper. */
  | { kind: 'heading'; text: string }
  /** Running text; line breaks are kept. `soft` is small print. */
  | { kind: 'paragraph'; text: string; look?: 'plain' | 'soft' }
  /** Names and values, a line under each; `strong` sets a sum apart. */
  | { kind: 'rows'; rows: readonly { name: string; value: string; strong?: boolean }[] }
  /** A signature in a frame: its picture as PNG, of twice its height in width, or else the typed name. */
  | { kind: 'mark'; picture: Uint8Array | null; text: string }
  /** Words in a frame that nobody shall overlook. */
  | { kind: 'notice'; text: string }

export interface Sheet {
  letterhead: Letterhead
  /** What it is: "Receipt". Also the title of the file. */
  title: string
  /** Under the title: a number, a date. */
  lead?: string
  blocks: readonly Block[]
}
