import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  categories,
  groupStatuses,
  groupsOf,
  isFinished,
  progressOrder,
  Task,
  TaskKind,
  TaskStatus,
  taskState,
} from '../tasks.ts'
import { nextLabel, nextTask, whyNext } from './dashboard.ts'

const at = '2026-11-01T09:00:00Z'
const anyTask = fc
  .record({
    id: fc.uuid({ version: 7 }),
    title: fc.string(),
    description: fc.string(),
    category: fc.constantFrom(...categories),
    kind: fc.constantFrom(...TaskKind.options),
    status: fc.constantFrom(...TaskStatus.options),
    reason: fc.option(fc.string({ minLength: 1 })),
    dueOn: fc.option(fc.constantFrom('2026-11-30', '2026-12-05', '2027-01-08')),
  })
  .map((facts) =>
    z.decode(Task, {
      ...facts,
      amount: 100,
      currency: 'GBP',
      outcome: null,
      doneBy: null,
      createdAt: at,
      completedAt: null,
    }),
  )
const anyTasks = fc.array(anyTask, { maxLength: 12 })

test('the next task is never finished, and there is none only when nothing is left', () => {
  fc.assert(
    fc.property(anyTasks, (all) => {
      const next = nextTask(all)
      expect(next === null ? all.every(isFinished) : !isFinished(next)).toBe(true)
    }),
  )
})

test('a task that has to be sent again comes first', () => {
  fc.assert(
    fc.property(anyTasks, (all) => {
      const again = all.filter((task) => taskState(task) === 'Needs another')
      fc.pre(again.length > 0)
      expect(again).toContain(nextTask(all))
    }),
  )
})

test('what is due first comes first, whatever its group, and before what has no date', () => {
  fc.assert(
    fc.property(anyTasks, (all) => {
      const next = nextTask(all)
      fc.pre(next !== null)
      const isAgain = taskState(next) === 'Needs another'
      const rivals = all.filter(
        (task) => !isFinished(task) && (taskState(task) === 'Needs another') === isAgain,
      )
      const [earliest = null] = rivals.flatMap((task) => task.dueOn ?? []).toSorted()
      expect(next.dueOn).toBe(earliest)
    }),
  )
})

test('of tasks due on the same day, or on none, the next is the first open one of the next group', () => {
  fc.assert(
    fc.property(anyTasks, fc.option(fc.constant('2026-12-05')), (some, dueOn) => {
      const all = some.map((task) => ({ ...task, dueOn, reason: null }))
      const next = nextTask(all)
      fc.pre(next !== null)
      const groups = groupsOf(all, progressOrder)
      expect(groupStatuses(groups).get(next.category)).toBe('next')
      expect(next).toBe(all.find((task) => task.category === next.category && !isFinished(task)))
    }),
  )
})

test('every task has a reason and a button', () => {
  fc.assert(
    fc.property(anyTask, (task) => {
      expect(nextLabel(task)).not.toBe('')
      expect(whyNext(task)).toBe(whyNext({ ...task }))
      expect(whyNext(task)).toContain(task.reason ?? '')
    }),
  )
})

test('a document that its client can replace makes its task ask for another, with the reason', () => {
  fc.assert(
    fc.property(anyTask, (task) => {
      const faulty = {
        ...task,
        category: 'documents',
        kind: 'proof_of_funds',
        status: 'completed',
        reason: 'This is too old.',
      } as const
      expect(whyNext(faulty)).toBe('Please send another. This is too old.')
      expect(nextLabel(faulty)).toBe('Send another')
    }),
  )
})
