import { z } from 'zod'

/** The roles of the firm's people. The first of these that somebody holds is their main role. */
export const StaffRole = z.enum(['administrator', 'fee_earner', 'compliance_officer', 'cashier', 'auditor'])
export type StaffRole = z.infer<typeof StaffRole>

/**
 * Which files a role opens: those of all clients; those of one's own clients and cases; these and those of clients whom
 * nobody looks after yet; or those of the cases named for it.
 */
type Reach = 'all' | 'own' | 'own_and_unassigned' | 'named'

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
 * `home.read` is for everybody at the firm: what they see there follows from their other rights. `payouts.read` shows
 * the money of all clients at the payment processor. `messages.oversee` reads what colleagues and clients write to each
 * other. `privacy.answer` settles a data request or a complaint. `risk.decide` rates the risk of a case and settles
 * compliance items. `queue.work` takes, snoozes and assigns items that one has the right to decide. `photograph.save`
 * is for everybody whom clients or colleagues see.
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
 * The rights that an API key of the firm can have, none of which needs a particular person. A key sees every client,
 * but no restricted case.
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
  /** Actions for which every client is open, because they are about accounts and not about files. */
  opensAllFor?: readonly Action[]
  /** Also opens restricted matters that do not name the person. */
  opensRestricted?: true
  may: readonly Action[]
  label: string
  /** One line for the administrator who gives the role. */
  line: string
}

/**
 * Which role may do what, and in whose files: the table of the firm's specification, section 1 ("People and rights").
 * Endpoints name an action, pages call `may`, and the SQL of every list uses `sees`. An administrator also has the
 * clients whom nobody looks after, so that nobody is forgotten, and a fee earner also refunds, because a small firm has
 * nobody else for it.
 */
export const rights: Record<StaffRole, Right> = {
  administrator: {
    sees: 'own_and_unassigned',
    opensAllFor: ['imports.run', 'privacy.read', 'privacy.answer'],
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
    line: 'Manages people and settings. Works only with clients and cases assigned to them, and with clients nobody looks after yet.',
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
    line: 'Reads every client’s file and every case, including restricted ones. Decides risk, and answers data requests and complaints.',
  },
  cashier: {
    sees: 'all',
    may: ['home.read', 'photograph.save', 'payments.read', 'payments.refund', 'payouts.read'],
    label: 'Cashier',
    line: 'Sees and refunds every client’s payments, except those of restricted cases that don’t name them, and reconciles payouts. Sees no documents, forms or messages.',
  },
  auditor: {
    sees: 'named',
    may: ['home.read', ...reading, 'messages.oversee'],
    label: 'Auditor',
    line: 'Reads the cases you name, and what their clients gave for no case, until a date you set. Can’t change anything.',
  },
}

/** Whether any of these roles allows this action. A client holds no roles. */
export const may = (roles: readonly StaffRole[], action: Action) =>
  roles.some((role) => rights[role].may.includes(action))

/** Returns the roles that allow this action. Only these decide whose files are open for it. */
export const rolesFor = (roles: readonly StaffRole[], action: Action) =>
  roles.filter((role) => rights[role].may.includes(action))

/** Whether the action of one of these roles opens every client, whoever looks after them. */
export const opensAllFor = (roles: readonly StaffRole[], action: Action) =>
  roles.some((role) => rights[role].opensAllFor?.includes(action))

/** Returns the combined reach of these roles. All are false without any role, unless every client is open. */
export const reachOf = ({
  roles,
  opensAll = false,
}: {
  roles: readonly StaffRole[]
  opensAll?: boolean
}) => ({
  isAll: opensAll || roles.some((role) => rights[role].sees === 'all'),
  isOwn: roles.some((role) => rights[role].sees.startsWith('own')),
  isUnassigned: roles.some((role) => rights[role].sees === 'own_and_unassigned'),
  isNamed: roles.some((role) => rights[role].sees === 'named'),
})

/** Whether one of these roles opens a matter that is restricted to others. */
export const opensRestricted = (roles: readonly StaffRole[]) =>
  roles.some((role) => rights[role].opensRestricted)

/**
 * Those of the user's roles that, each judged alone, don't open something to them: nothing that only these allow can be
 * done with it. Empty for whoever has one role, because nothing that it doesn't open is sent to them.
 */
export const ClosedRoles = z.array(StaffRole)

/** Returns each role once, the main role first. */
export const inOrder = (roles: readonly StaffRole[]) =>
  StaffRole.options.filter((role) => roles.includes(role))

/** Whether a holder of these roles can have clients assigned to them. */
export const looksAfterClients = (roles: readonly StaffRole[]) => may(roles, 'matters.run')
