import type { FilePart } from '../intents/parts.ts'
import { reportAppointments } from './appointments.ts'
import { reportCases } from './cases.ts'
import { reportDocuments } from './documents.ts'
import { reportMessages } from './messages.ts'
import { reportPayments } from './payments.ts'
import type { Reporter } from './report.ts'
import { reportSignatures } from './signatures.ts'
import { reportTasks } from './tasks.ts'

export const reporters: Record<FilePart, Reporter> = {
  appointments: reportAppointments,
  signatures: reportSignatures,
  tasks: reportTasks,
  payments: reportPayments,
  documents: reportDocuments,
  cases: reportCases,
  messages: reportMessages,
}
