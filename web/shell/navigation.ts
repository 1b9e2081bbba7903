import { CreditCard, FileText, Landmark, LayoutDashboard, type LucideIcon, Settings } from 'lucide-react'
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
const firm: Entry = { page: pages.firm, label: 'Your firm', icon: Landmark }

export const settingsEntry: Entry = { page: pages.settings, label: 'Account Settings', icon: Settings }

/** The sidebar and the sheet. An entry appears with its page. */
export const entriesFor = (role: Role): Entry[] =>
  role === 'client' ? [dashboard, documents, payments] : [firm]

/** The phone's bottom bar, in its own words. */
export const tabsFor = (role: Role): Entry[] => {
  const profile = { ...settingsEntry, label: 'Profile' }
  return role === 'client'
    ? [dashboard, { ...documents, label: 'Workflow' }, payments, profile]
    : [firm, profile]
}
