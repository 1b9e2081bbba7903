import { guests } from '#contract/guests.ts'
import { type Task } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer } from '#web/testing.tsx'

export const may = personOf({ firstName: 'May', lastName: 'Jones', isGuest: true })

/** A task for a document that the guest is asked for. */
export const guestTaskOf = (n: number, facts: Partial<Task> = {}) =>
  taskOf(n, {
    kind: 'requested_document',
    title: 'A letter about your gift',
    description: 'Who gives how much to whom.',
    ...facts,
  })

/** The address that a guest's link opens. */
export const at = `/guest?token=${'a'.repeat(43)}`
export const mays = { firstName: 'May', invitedBy: 'Priya Raman at Hartley & Rowe' }
export const lookedByMay = answer(guests.look, () => ({ ...mays, isOwn: true }))
