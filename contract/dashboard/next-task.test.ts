import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { categories, isFinished, Task, TaskKind, TaskStatus, taskState } from '../tasks.ts'
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
  })
  .map((facts) =>
    z.decode(Task, {
      ...facts,
      amount: 100,
      currency: 'GBP',
      outcome: null,
      dueOn: null,
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
      expect(nextTask(all)).toBe(again[0])
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
