import { expect, test } from 'vitest'
import { personalData } from '#server/app.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

/** Tables that are no part of the export of a client's data, each with the reason. */
const withheld: Record<string, string> = {
  task_templates: 'what every new client is asked for',
  firm: 'the firm',
  installation: 'the portal itself',
  payment_receipts: 'a counter',
  matter_numbers: 'a counter',
  matter_access: 'who of the firm may know of a matter is the order of the firm',
  matter_parties: 'who else is on a matter, and as what: on the other side it may be a conflict of interest',
  matter_notes: 'what the firm notes for itself, which may hold legal advice and names of others',
  risk_marks: 'how the firm rates a risk is not told (Proceeds of Crime Act 2002 s. 333A)',
  compliance_items: 'what the firm looks at is not told (Proceeds of Crime Act 2002 s. 333A)',
  review_queue: 'what the release before keeps of the queue: copied to queue_entries, and read no more',
  queue_entries: 'how the firm plans its work, and so what it looks at (Proceeds of Crime Act 2002 s. 333A)',
  client_request_numbers: 'a counter',
  inspections: 'until when an auditor may read',
  inspected_matters:
    'which cases an auditor may read: like who works for a client, the firm says it in words',
  inspected_clients: 'whose files an auditor could read before the cases were named',
  photographs: 'pictures of people of the firm',
  teams: 'how the firm divides its work',
  team_members: 'how the firm divides its work',
  absences: 'when people of the firm are away',
  saved_views: 'how people of the firm look at their lists',
  client_reminders: 'when a person of the firm last sent a reminder: the notifications and emails are given',
  client_merge_rows:
    'what an undo of a merge needs for a day: which rows changed hands, and tasks that were closed unopened',
  guests: 'keys that are hashed; whose tasks they lead to is given with the account',
  organisation_facts:
    'who owns and runs an organisation on a case: the firm’s record of others, for its checks',
  organisation_extracts: 'what the public register says of such an organisation',
  company_register_key: 'the key of the firm for that register',
  organisation_filings: 'filings of such an organisation, which are public at the register',
  invitations: 'who was asked to work for the firm',
  rate_limits: 'counters that keep strangers from guessing',
  client_contacts:
    'who of the firm works with whom is the order of the firm; who they are stands in the portal',
  sandbox_charges: 'what stands in for a card processor: the payments are given',
  tokens: 'keys that are hashed, and expire within hours',
  identity_evidence: 'points to documents, which are given with their verdict',
  face_pictures: 'points to documents, which are given',
  face_comparisons:
    'a signal by which the firm judges an identity: what it thinks of a risk is not told (Proceeds of Crime Act 2002 s. 333A)',
  capture_sessions: 'keys of the capture page; its pictures are given as documents',
  capture_steps: 'how the capture page judged a picture: the verdict is given with its document',
  message_threads: 'who of the firm writes with whom: the messages are given',
  letter_template_versions: 'the letter templates of the firm',
  retired_letter_templates: 'which templates the firm no longer uses',
  templates: 'how the firm runs its cases',
  template_versions: 'how the firm runs its cases',
  matter_templates: 'by which version of them a case is run',
  task_forms: 'the questions of the firm: they are given with the answers',
  knowledge_versions: 'the articles of the firm',
  knowledge_gaps: 'questions without whose they are',
  working_hours: 'when people of the firm work',
  days_off: 'when people of the firm do not',
  second_factors: 'the key of an authenticator app',
  imports: 'which files the firm has brought along from another system',
  import_rows:
    'which row of such a file somebody came by: what came in is given with the account and the cases',
  imported_references: 'how another system of the firm numbers clients and cases',
  payment_processors: 'how the firm takes payments',
  connections: 'how the portal reaches its mail server, bucket and other services of the firm',
  text_providers: 'how the firm sends text messages',
  identity_providers: 'how the firm asks for identity reports',
  payouts: 'what the payment processor has paid out to the firm',
  payout_lines: 'sums that the payment processor has paid out to the firm: the payments are given',
  payment_events: 'ids of what the payment processor has told; what happened is given with the payment',
  sign_on_provider: 'how people of the firm sign in',
  sign_on_links: 'who of the firm signs in by their provider',
  webhooks: 'where other systems of the firm are told what happens',
  webhook_deliveries: 'ids of what happened, for other systems of the firm; what happened is given',
  api_keys: 'keys of the systems of the firm, hashed',
  recovery_codes: 'keys that are hashed',
  mail_digest_entries: 'repeats notifications, until the mail of the day goes out',
  mail_reminders: 'which reminders were sent: the mails are given',
}

const tables = async () => {
  const { rows } = await portal.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every table is part of the export of a client’s data, or is withheld for a reason', async () => {
  const given = personalData.map(({ table }) => table)
  expect([...given, ...Object.keys(withheld)].toSorted()).toEqual(await tables())
})
