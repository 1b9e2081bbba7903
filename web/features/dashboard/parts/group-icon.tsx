import { ClipboardCheck, ClipboardList, CreditCard, FileText, Scale, ShieldCheck } from 'lucide-react'
import type { TaskCategory } from '#contract/tasks.ts'

const icons: Record<TaskCategory, typeof FileText> = {
  documents: FileText,
  payments: CreditCard,
  verification: ShieldCheck,
  forms: ClipboardList,
  risk_assessment: ClipboardCheck,
  legal_services: Scale,
}

export const GroupIcon = ({ category }: { category: TaskCategory }) => {
  const Icon = icons[category]
  return <Icon />
}
