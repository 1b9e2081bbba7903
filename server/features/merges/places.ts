/** A column that holds the owner of a row. */
interface Place {
  table: string
  column: string
  /** The columns that identify the row. */
  key: readonly string[]
  /**
   * If the kept record has a row with equal values in these columns, the merged record's row stays, because a client
   * can have only one. An empty list means any row in that table.
   */
  uniqueBy?: readonly string[]
  /** The column of the person who works with the client. The row of whoever is responsible for the kept one stays. */
  worksWith?: string
}

const byId = (table: string, column = 'client_id'): Place => ({ table, column, key: ['id'] })
const byDocument = (table: string): Place => ({ table, column: 'client_id', key: ['document_id'] })
const byTask = (table: string): Place => ({ table, column: 'client_id', key: ['task_id'] })

/** Every column that names a client as owner and changes when their record is merged. */
export const movedColumns: readonly Place[] = [
  byId('tasks'),
  byId('withdrawn_tasks'),
  { table: 'ended_guest_access', column: 'client_id', key: ['matter_id'], uniqueBy: ['matter_id'] },
  byTask('form_drafts'),
  { table: 'shared_form_drafts', column: 'client_id', key: ['shared_id'] },
  { table: 'shared_form_drafts', column: 'started_by_id', key: ['shared_id'] },
  byId('form_answers'),
  byTask('verifications'),
  {
    table: 'identity_reports',
    column: 'client_id',
    key: ['id'],
    uniqueBy: ['provider', 'reference', 'source'],
  },
  // Both may have been asked on one case, if one of them has left it since.
  {
    table: 'matter_tasks',
    column: 'client_id',
    key: ['matter_id', 'step_key'],
    uniqueBy: ['matter_id', 'step_key'],
  },
  { table: 'mail_reminders', column: 'client_id', key: ['task_id', 'opened_at', 'day'] },
  byId('documents'),
  byDocument('document_readings'),
  byDocument('face_pictures'),
  { table: 'face_comparisons', column: 'client_id', key: ['document_id', 'selfie_id'] },
  byDocument('identity_evidence'),
  byId('biometric_consents'),
  byDocument('signature_requests'),
  byId('signatures', 'user_id'),
  byDocument('deed_witnesses'),
  byId('letters'),
  byId('matters'),
  { table: 'matter_clients', column: 'client_id', key: ['matter_id'], uniqueBy: ['matter_id'] },
  { table: 'matter_people', column: 'client_id', key: ['id'], uniqueBy: [] },
  byId('joint_invitations', 'invited_by_id'),
  byId('joint_invitations', 'account_id'),
  byId('risk_marks'),
  { table: 'compliance_items', column: 'client_id', key: ['id'], uniqueBy: ['kind', 'words'] },
  { table: 'queue_entries', column: 'client_id', key: ['kind', 'item_id'] },
  byId('payments'),
  byId('messages'),
  byId('messages', 'sender_id'),
  byId('appointments'),
  byId('activities'),
  byId('assistant_messages'),
  byId('notifications', 'user_id'),
  byId('mails', 'user_id'),
  byId('text_messages', 'user_id'),
  byId('mail_digest_entries', 'user_id'),
  byId('consents'),
  byId('verification_sessions'),
  byId('capture_sessions'),
  byId('client_requests'),
  { table: 'letter_subjects', column: 'client_id', key: [], uniqueBy: [] },
  { table: 'personal_details', column: 'user_id', key: [], uniqueBy: [] },
  {
    table: 'client_contacts',
    column: 'client_id',
    key: ['member_id'],
    uniqueBy: ['member_id'],
    worksWith: 'member_id',
  },
  { table: 'inspected_clients', column: 'client_id', key: ['auditor_id'], uniqueBy: ['auditor_id'] },
  { table: 'imported_references', column: 'client_id', key: ['kind', 'key'] },
]

/** Columns that name a client and do not change, each with the reason. */
export const unmovedColumns: Readonly<Record<string, string>> = {
  'acceptances.user_id': 'which terms were accepted with that account',
  'sessions.user_id': 'they end',
  'passkeys.user_id': 'a way into that account, which comes back with it',
  'second_factors.user_id': 'a way into that account, which comes back with it',
  'recovery_codes.user_id': 'a way into that account, which comes back with it',
  'notification_choices.user_id': 'what that account wants to hear of; the kept one has its own choice',
  'conversations.client_id':
    'the welcome conversation of that account, which is one for each; its documents go along',
  'conversation_messages.client_id': 'the same, word by word',
  'message_threads.client_id': 'made again from the messages, which go along',
  'privacy_exports.client_id': 'a file that only the session fetches that asked for it, and that has ended',
  'client_reminders.client_id': 'when that account was last reminded',
  'webhook_deliveries.client_id': 'what other systems were told then',
  'import_rows.client_id': 'which row of a file made them a client',
  'guests.user_id': 'a guest is not merged',
  'sign_on_links.user_id': 'only people who work at the firm have one',
  'photographs.user_id': 'only people who work at the firm have one',
}
