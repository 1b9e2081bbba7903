import { z } from 'zod'
import { DocumentId } from '../documents/documents.ts'
import { command, create, instant, line, newInOutput, prose, read } from '../kit/endpoint.ts'
import { TextMessageId } from '../text-messages.ts'
import { mark, typedNameLimit } from './mark.ts'

/** The details that the witness entered. The portal records them without checking any. */
export const Witness = z.strictObject({
  name: z.string(),
  address: z.string(),
  occupation: z.string(),
  /** What they stated by signing. */
  statement: z.string(),
  at: instant,
})
export type Witness = z.infer<typeof Witness>

/** The text that a witness agrees to by signing. A version is never changed, only replaced by another. */
export const witnessStatement = {
  version: '2026-11-23',
  text: 'I am in the same room as the person who signed, I saw them sign this deed, and I am not a party to it.',
} as const

/** The law that requires a witness for a deed. */
export const deedLaw = {
  name: 'Law of Property (Miscellaneous Provisions) Act 1989, section 1(3)',
  link: 'https://www.legislation.gov.uk/ukpga/1989/34/section/1',
} as const

/** How long after the invitation the signer and the witness have to sign, in minutes. */
export const witnessMinutes = 30

/**
 * `invited`. `entered`: the code was entered, on one device. `present`: the witness gave their name. `signed`: by the
 * signer. `witnessed`: the witness signed too, and the deed is sealed. `over`: it ended without that.
 */
export const WitnessState = z.enum(['invited', 'entered', 'present', 'signed', 'witnessed', 'over'])
export type WitnessState = z.infer<typeof WitnessState>

/** The state of a deed's witness, for those who may see the deed. */
export const WitnessStanding = z.strictObject({
  state: WitnessState,
  /** As the witness entered it. Null until then. */
  name: z.string().nullable(),
  expiresAt: instant,
  /** The state is `over` because whoever was invited said that they can't be the witness. */
  isDeclined: newInOutput(z.boolean(), false),
})
export type WitnessStanding = z.infer<typeof WitnessStanding>

/** What the witness sees. It names nobody on a device where the code has not been entered. */
export const WitnessView = z.strictObject({
  state: WitnessState,
  firm: z.string(),
  signer: z.string().nullable(),
  document: z.string().nullable(),
  /** The witness's own name, as they entered it. */
  name: z.string().nullable(),
  signedAt: instant.nullable(),
  /** The state is `over` because whoever holds the link said that they can't be the witness. */
  isDeclined: newInOutput(z.boolean(), false),
})
export type WitnessView = z.infer<typeof WitnessView>

const token = z.string().max(100)
const key = z.string().max(100)
const byDocument = z.strictObject({ id: DocumentId })

export const witness = {
  invite: create('/api/documents/:id/witness', {
    /** If given, the code is also sent to this number by text message. */
    input: byDocument.extend({ mobile: line(40).optional() }),
    output: z.strictObject({
      path: z.string(),
      code: z.string(),
      expiresAt: instant,
      textId: TextMessageId.nullable(),
    }),
    audience: 'client',
    summary:
      'Invites a witness to a deed: a link for their own device, and a code that the signer tells them; an earlier invitation ends',
  }),
  standing: read('/api/documents/:id/witness', {
    input: byDocument,
    output: WitnessStanding.nullable(),
    audience: 'client',
    summary: 'How the witness of a deed stands; null where none was invited',
  }),
  sign: command('/api/documents/:id/witness/sign', {
    input: byDocument.extend(mark.shape),
    output: WitnessStanding,
    audience: 'client',
    summary: 'Signs a deed while its witness is there; it is sealed once they have signed as well',
  }),
  look: command('/api/witness/look', {
    input: z.strictObject({ token, key: key.optional() }),
    output: WitnessView,
    audience: 'anyone',
    summary: 'What the link of a witness leads to; refused in the browser of the person who signs',
  }),
  enter: command('/api/witness/enter', {
    input: z.strictObject({ token, code: line(10, 'Please enter the six-digit code') }),
    output: z.strictObject({ key: z.string() }),
    audience: 'anyone',
    summary:
      'Opens a witness’s link with the code, on one device: any other is refused, and five wrong codes end it',
  }),
  introduce: command('/api/witness/introduce', {
    input: z.strictObject({
      token,
      key,
      name: line(typedNameLimit, 'Please enter your full name'),
      address: prose(300, 'Please enter your address'),
      occupation: line(120, 'Please enter your occupation'),
    }),
    output: WitnessView,
    audience: 'anyone',
    summary: 'Names the witness; the signer and the parties to the deed are refused',
  }),
  attest: command('/api/witness/attest', {
    input: z.strictObject({
      token,
      key,
      ...mark.pick({ signatureData: true, typedName: true }).shape,
      statementVersion: z.string().max(40),
    }),
    output: WitnessView,
    audience: 'anyone',
    summary: 'The witness signs, and the deed is sealed with both signatures',
  }),
  decline: command('/api/witness/decline', {
    /** The key is needed once the code was entered: then the link belongs to one device. */
    input: z.strictObject({ token, key: key.optional(), reason: prose(300).optional() }),
    output: WitnessView,
    audience: 'anyone',
    summary:
      'Whoever was invited says that they can’t be the witness: the link ends, signer and firm are told',
  }),
}
