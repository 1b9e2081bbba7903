import { z } from 'zod'

export const CaseStatus = z.enum(['pending', 'open', 'closed', 'rejected'])
export type CaseStatus = z.infer<typeof CaseStatus>

/** What may be done to a case, besides reading it. */
export type CaseAct = 'open' | 'reject' | 'move' | 'note' | 'close' | 'reopen'

interface Rule {
  from: readonly CaseStatus[]
  /** Missing where the status stays as it is. */
  to?: CaseStatus
  by: readonly ('client' | 'firm')[]
}

/** All that can happen to a case: the server does nothing else, and the pages offer nothing else. */
export const caseRules: Record<CaseAct, Rule> = {
  open: { from: ['pending', 'rejected'], to: 'open', by: ['firm'] },
  reject: { from: ['pending'], to: 'rejected', by: ['firm'] },
  move: { from: ['open'], by: ['firm'] },
  note: { from: ['pending', 'open', 'closed', 'rejected'], by: ['firm'] },
  close: { from: ['open'], to: 'closed', by: ['client', 'firm'] },
  reopen: { from: ['closed'], to: 'open', by: ['firm'] },
}

export const canDo = (act: CaseAct, { status }: { status: CaseStatus }, by: 'client' | 'firm') =>
  caseRules[act].from.includes(status) && caseRules[act].by.includes(by)

export const statusNames: Record<CaseStatus, string> = {
  pending: 'Pending',
  open: 'Open',
  closed: 'Closed',
  rejected: 'Rejected',
}

/** Why something cannot be done to a case that stands so. */
export const refusalOf = (act: CaseAct, status: CaseStatus): string => {
  if (act === 'close' && status === 'closed') return 'This case has already been closed.'
  if (act === 'reopen' && status === 'open') return 'This case is already open.'
  if (act === 'open' && status === 'open') return 'This case has already been opened.'
  if (act === 'reject' && status === 'rejected') return 'This case has already been turned down.'
  const standing = {
    pending: 'waiting to be opened',
    open: 'open',
    closed: 'closed',
    rejected: 'turned down',
  }
  return `This case is ${standing[status]}, so this can't be done.`
}
