import { z } from 'zod'
import { email, UserId } from '../accounts/accounts.ts'
import { command, create, line, newInOutput, pageSize, read, remove, replace } from '../kit/endpoint.ts'
import { telephone } from '../kit/telephone.ts'
import { FirmMatter, MatterId } from './matters.ts'
import { Colleague, MatterAccess, Party, PartyId, PersonId, PersonKind } from './party.ts'

/** A case's id, number and title, for the lists of other features. */
export const MatterName = z.strictObject({ id: MatterId, reference: z.string(), title: z.string() })
export type MatterName = z.infer<typeof MatterName>

const details = {
  /** `client` is only for an organisation. A person who is a client has an account, and is a joint client. */
  role: Party.shape.role,
  kind: PersonKind,
  name: line(160, 'Please enter the name'),
  email: z.union([z.literal(''), email('Please enter a valid email address')]),
  phone: telephone(),
  /** The Companies House number of an organisation. */
  number: line(20),
  /** Anything else that the firm wants to see at a glance: "acts for the seller". */
  detail: line(200),
}

const ofMatter = z.strictObject({ id: MatterId })
const ofParty = ofMatter.extend({ partyId: PartyId })

/** How many references are listed of somebody who is on many cases, such as a bank. */
export const mostReferences = 10

/** "HR-2026-00008 and 2 other cases" */
export const casesWords = ([newest, ...others]: readonly string[]) => {
  if (newest === undefined) return ''
  if (others.length === 0) return newest
  const atLeast = others.length + 1 >= mostReferences ? 'at least ' : ''
  return `${newest} and ${atLeast}${others.length} other ${others.length === 1 ? 'case' : 'cases'}`
}

/** Somebody on a case, with what tells them from others of the same name. */
export const KnownPerson = z.strictObject({
  id: PersonId,
  name: z.string(),
  kind: PersonKind,
  email: newInOutput(z.string(), ''),
  number: newInOutput(z.string(), ''),
  /** The references of the cases that they are on and this user may see, newest first. */
  references: newInOutput(z.array(z.string()).max(mostReferences), []),
})
export type KnownPerson = z.infer<typeof KnownPerson>

export const matterParties = {
  people: read('/api/firm/case-people', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(KnownPerson).max(pageSize),
    audience: 'firm',
    action: 'matters.read',
    summary: 'The people and organisations on the cases that this person may see, by name',
  }),
  colleagues: read('/api/firm/case-colleagues', {
    output: z.strictObject({
      /** Who can be in charge of a case. */
      inCharge: z.array(Colleague),
      /** Who can be named on a restricted case: also those who then see its payments alone. */
      nameable: z.array(Colleague),
    }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Everyone at the firm who can be in charge of a case, or named on a restricted one',
  }),
  add: create('/api/firm/cases/:id/parties', {
    input: ofMatter.extend({
      ...details,
      /** A person who is already on another case. Their record is used, and the details in this request are ignored. */
      personId: PersonId.optional(),
      /** A client with an account. A joint client can see the case from now on. */
      clientId: UserId.optional(),
    }),
    output: Party,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Adds a person or an organisation to a case',
  }),
  save: replace('/api/firm/cases/:id/parties/:partyId', {
    input: ofParty.extend({
      ...details,
      // These stay as they are if they are left out, as for a party who has those of an account.
      kind: details.kind.optional(),
      name: details.name.optional(),
      email: details.email.optional(),
      // One that was kept before there were rules stays while the rest is saved.
      phone: line(40),
    }),
    output: Party,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Changes a party; who they are changes on every case they are on',
  }),
  remove: remove('/api/firm/cases/:id/parties/:partyId', {
    input: ofParty,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Removes a party from a case; a joint client no longer sees it',
  }),
  nameFirst: command('/api/firm/cases/:id/parties/:partyId/first', {
    input: ofParty,
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    summary:
      'Names a joint client first on a case, in place of the client who was, who becomes a joint client',
  }),
  saveAccess: replace('/api/firm/cases/:id/access', {
    input: ofMatter.extend(MatterAccess.shape),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Restricts a case to the people named, or opens it again; whoever restricts it is among them',
  }),
}
