import { z } from 'zod'

/** What a person of the firm may be there. The first of those that somebody holds is their main role. */
export const StaffRole = z.enum(['administrator', 'fee_earner', 'compliance_officer', 'cashier', 'auditor'])
export type StaffRole = z.infer<typeof StaffRole>

/** Whose files a role opens: every client's, those of one's own clients, or those of clients it was given by name. */
type Reach = 'all' | 'own' | 'named'

const reading = [
  'clients.read',
  'documents.read',
  'identity.read',
  'forms.read',
  'payments.read',
  'matters.read',
  'messages.read',
  'signatures.read',
  'appointments.read',
  'privacy.read',
  'risk.read',
] as const

const working = [
  'clients.invite',
  'documents.decide',
  'documents.request',
  'identity.decide',
  'identity.report',
  'matters.run',
  'messages.write',
  'payments.refund',
  'signatures.send',
  'appointments.run',
  'knowledge.edit',
] as const

const running = [
  'clients.assign',
  'people.manage',
  'settings.manage',
  'templates.manage',
  'mails.manage',
  'second_factor.end',
  'imports.run',
] as const

/**
 * `home.read` is everybody's at the firm: what waits for them follows from their other rights. `payouts.read` sees the
 * money of all clients at the processor, `messages.oversee` reads what colleagues and clients write to each other,
 * `privacy.answer` settles a request or a complaint, `risk.decide` rates a case and settles what calls for a look.
 * `queue.work` takes, snoozes and assigns what awaits a decision that is one's own to make. `photograph.save` is
 * everybody's who is seen by clients or colleagues.
 */
export type Action =
  | (typeof reading)[number]
  | (typeof working)[number]
  | (typeof running)[number]
  | 'home.read'
  | 'queue.work'
  | 'views.save'
  | 'photograph.save'
  | 'payouts.read'
  | 'messages.oversee'
  | 'privacy.answer'
  | 'risk.decide'

/**
 * What a key of the firm's own systems can be given: rights that need nobody in person. A key sees every client, but
 * no restricted case.
 */
export const KeyScope = z.enum([
  'clients.read',
  'matters.read',
  'matters.run',
  'documents.read',
  'payments.read',
  'identity.report',
] as const satisfies readonly Action[])
export type KeyScope = z.infer<typeof KeyScope>

interface Right {
  sees: Reach
  /** Restricted matters too, on which nobody has named them. */
  opensRestricted?: true
  may: readonly Action[]
  label: string
  /** In one line, for whoever gives the role. */
  line: string
}

/**
 * Who of the firm may do what, and in whose files: the table of the firm's specification, section 1 ("People and
 * rights"). Endpoints name an action, pages ask `may`, and the SQL of every list asks `sees`. An administrator
 * also works with every client, and a fee earner also refunds, because a small firm has nobody else for it.
 */
export const rights: Record<StaffRole, Right> = {
  administrator: {
    sees: 'all',
    may: [
      'home.read',
      'queue.work',
      'views.save',
      'photograph.save',
      ...reading,
      ...working,
      ...running,
      'payouts.read',
      'messages.oversee',
      'privacy.answer',
    ],
    label: 'Administrator',
    line: 'Sees every client, and manages people and settings.',
  },
  fee_earner: {
    sees: 'own',
    may: ['home.read', 'queue.work', 'views.save', 'photograph.save', ...reading, ...working],
    label: 'Fee earner',
    line: 'Runs cases and reviews documents for the clients assigned to them.',
  },
  compliance_officer: {
    sees: 'all',
    opensRestricted: true,
    may: [
      'home.read',
      'queue.work',
      'views.save',
      'photograph.save',
      ...reading,
      'messages.oversee',
      'privacy.answer',
      'risk.decide',
    ],
    label: 'Compliance officer',
    line: 'Reads every client’s file and every case, decides risk, and answers data requests and complaints.',
  },
  cashier: {
    sees: 'all',
    may: ['home.read', 'photograph.save', 'payments.read', 'payments.refund', 'payouts.read'],
    label: 'Cashier',
    line: 'Sees and refunds every client’s payments and reconciles payouts, but sees no documents, forms or messages.',
  },
  auditor: {
    sees: 'named',
    may: ['home.read', ...reading, 'messages.oversee'],
    label: 'Auditor',
    line: 'Reads the files of the clients you choose, until a date you set. Can’t change anything.',
  },
}

/** Whether any of these roles allows this. A client holds none. */
export const may = (roles: readonly StaffRole[], action: Action) =>
  roles.some((role) => rights[role].may.includes(action))

/** Those of somebody's roles that allow this: it is these that decide whose files are open for it. */
export const rolesFor = (roles: readonly StaffRole[], action: Action) =>
  roles.filter((role) => rights[role].may.includes(action))

/** How far these roles reach together; all false without any. */
export const reachOf = (roles: readonly StaffRole[]) => ({
  isAll: roles.some((role) => rights[role].sees === 'all'),
  isOwn: roles.some((role) => rights[role].sees === 'own'),
  isNamed: roles.some((role) => rights[role].sees === 'named'),
})

/** Whether one of these roles opens a matter that is restricted to others. */
export const opensRestricted = (roles: readonly StaffRole[]) =>
  roles.some((role) => rights[role].opensRestricted)

/** Each once, the main role first. */
export const inOrder = (roles: readonly StaffRole[]) =>
  StaffRole.options.filter((role) => roles.includes(role))

/** Whoever can be given a client to look after. */
export const looksAfterClients = (roles: readonly StaffRole[]) => may(roles, 'matters.run')
