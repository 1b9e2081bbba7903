import { z } from 'zod'

export const MatterStatus = z.enum(['pending', 'open', 'closed', 'rejected'])
export type MatterStatus = z.infer<typeof MatterStatus>

/** The commands that can change a matter. */
export type MatterCommand = 'open' | 'reject' | 'move' | 'stage' | 'note' | 'close' | 'reopen'

interface Rule {
  from: readonly MatterStatus[]
  /** Absent if the status does not change. */
  to?: MatterStatus
  by: readonly ('client' | 'firm')[]
}

/** Every permitted command on a matter. The server refuses everything else, and the pages offer nothing else. */
export const matterRules: Record<MatterCommand, Rule> = {
  open: { from: ['pending', 'rejected'], to: 'open', by: ['firm'] },
  reject: { from: ['pending'], to: 'rejected', by: ['firm'] },
  move: { from: ['open'], by: ['firm'] },
  stage: { from: ['open'], by: ['firm'] },
  note: { from: ['pending', 'open', 'closed', 'rejected'], by: ['firm'] },
  close: { from: ['open'], to: 'closed', by: ['client', 'firm'] },
  reopen: { from: ['closed'], to: 'open', by: ['firm'] },
}

export const canDo = (command: MatterCommand, { status }: { status: MatterStatus }, by: 'client' | 'firm') =>
  matterRules[command].from.includes(status) && matterRules[command].by.includes(by)

export const statusNames: Record<MatterStatus, string> = {
  pending: 'Pending',
  open: 'Open',
  closed: 'Closed',
  rejected: 'Rejected',
}

/** Returns why a command is not possible on a matter with this status. */
export const refusalOf = (command: MatterCommand, status: MatterStatus): string => {
  if (command === 'close' && status === 'closed') return 'This case has already been closed.'
  if (command === 'reopen' && status === 'open') return 'This case is already open.'
  if (command === 'open' && status === 'open') return 'This case has already been opened.'
  if (command === 'reject' && status === 'rejected') return 'This case has already been turned down.'
  const standing = {
    pending: 'waiting to be opened',
    open: 'open',
    closed: 'closed',
    rejected: 'turned down',
  }
  return `This case is ${standing[status]}, so this can't be done.`
}
