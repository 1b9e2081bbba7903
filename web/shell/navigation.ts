import {
  Briefcase,
  CalendarDays,
  CreditCard,
  FileCheck,
  FileText,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mails,
  MessageSquare,
  PenLine,
  Scale,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Users,
} from 'lucide-react'
import type { Role } from '#contract/accounts.ts'
import { type Page, pages } from '#contract/pages.ts'

export interface Entry {
  page: Page
  label: string
  icon: LucideIcon
}

const dashboard: Entry = { page: pages.dashboard, label: 'Dashboard', icon: LayoutDashboard }
const documents: Entry = { page: pages.documents, label: 'Documents', icon: FileText }
const payments: Entry = { page: pages.payments, label: 'Payments', icon: CreditCard }
const cases: Entry = { page: pages.cases, label: 'Cases', icon: Briefcase }
const firmCases: Entry = { ...cases, page: pages.firmCases }
const reviews: Entry = { page: pages.reviews, label: 'Documents to review', icon: FileCheck }
const messages: Entry = { page: pages.messages, label: 'Messages', icon: MessageSquare }
const firmMessages: Entry = { ...messages, page: pages.firmMessages }
const signatures: Entry = { page: pages.signatures, label: 'E-Signatures', icon: PenLine }
const firmSignatures: Entry = { ...signatures, page: pages.firmSignatures }
const outbox: Entry = { page: pages.firmMails, label: 'Outbox', icon: Mails }
const appointments: Entry = { page: pages.appointments, label: 'Appointments', icon: CalendarDays }
const firmAppointments: Entry = { ...appointments, page: pages.firmAppointments }
const assistant: Entry = { page: pages.assistant, label: 'AI chat', icon: Sparkles }
const knowledge: Entry = { page: pages.firmKnowledge, label: "Obi's knowledge", icon: Sparkles }
const firmRequests: Entry = { page: pages.firmRequests, label: 'Requests', icon: Scale }
const firm: Entry = { page: pages.firm, label: 'Your firm', icon: Landmark }
const people: Entry = { page: pages.people, label: 'People', icon: Users }
const firmSettings: Entry = { page: pages.firmSettings, label: 'Firm settings', icon: SlidersHorizontal }

export const settingsEntry: Entry = { page: pages.settings, label: 'Account Settings', icon: Settings }

const clientEntries: Entry[] = [
  dashboard,
  documents,
  payments,
  messages,
  signatures,
  appointments,
  cases,
  assistant,
]
const firmEntries: Entry[] = [
  firm,
  reviews,
  firmMessages,
  firmSignatures,
  firmAppointments,
  firmCases,
  firmRequests,
  knowledge,
]

const administratorEntries: Entry[] = [...firmEntries, people, firmSettings, outbox]

/** The sidebar and the sheet. An entry appears with its page. */
export const entriesFor = (role: Role): Entry[] =>
  ({ client: clientEntries, fee_earner: firmEntries, administrator: administratorEntries })[role]

const profile = { ...settingsEntry, label: 'Profile' }
const firmTabs: Entry[] = [{ ...firm, label: 'Firm' }, { ...reviews, label: 'Review' }, firmMessages, profile]
const clientTabs: Entry[] = [dashboard, { ...documents, label: 'Workflow' }, assistant, profile]

/** The phone's bottom bar, in its own words; at most four have room. */
export const tabsFor = (role: Role): Entry[] => (role === 'client' ? clientTabs : firmTabs)
