import type { AnswerAction } from '#contract/assistant.ts'
import type { FilePart } from '../intents/parts.ts'
import { reportAppointments } from './appointments.ts'
import { reportCases } from './cases.ts'
import { reportDocuments } from './documents.ts'
import type { OwnFile } from './file.ts'
import { reportMessages } from './messages.ts'
import { reportPayments } from './payments.ts'
import { reportSignatures } from './signatures.ts'
import { reportTasks } from './tasks.ts'

export interface Report {
  content: string
  /** The page it is from: "From: Your documents". */
  label: string
  actions: AnswerAction[]
}

export type Reporter = (file: OwnFile, question: string) => Promise<Report>

export const reporters: Record<FilePart, Reporter> = {
  appointments: reportAppointments,
  signatures: reportSignatures,
  tasks: reportTasks,
  payments: reportPayments,
  documents: reportDocuments,
  cases: reportCases,
  messages: reportMessages,
}
