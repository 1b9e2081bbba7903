import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeDecode } from './kit/endpoint.ts'
import {
  actionLabel,
  categories,
  type GroupStatus,
  groupStatuses,
  groupsOf,
  isAllDone,
  isFinished,
  isOnDashboard,
  minutesPerTask,
  progressOf,
  progressOrder,
  Task,
  type TaskCategory,
  TaskStatus,
  taskState,
  taskStates,
} from './tasks.ts'

interface Kept {
  category: TaskCategory
  status: TaskStatus
  reason: string | null
}
const anyTask = fc.record({
  category: fc.constantFrom(...categories),
  status: fc.constantFrom(...TaskStatus.options),
  reason: fc.option(fc.constant('The bill is of 2019.'), { freq: 3 }),
})
const anyTasks = fc.array(anyTask, { maxLength: 20 })

const statusesOf = (all: readonly Kept[]) => {
  const groups = groupsOf(all, progressOrder)
  return { groups, statuses: groupStatuses(groups) }
}
const withStatus = (statuses: Map<TaskCategory, GroupStatus>, wanted: GroupStatus) =>
  progressOrder.filter((category) => statuses.get(category) === wanted)

describe('how the groups of tasks stand', () => {
  test('a group is completed exactly when it has a task and all its tasks are finished', () => {
    fc.assert(
      fc.property(anyTasks, (all) => {
        const { statuses } = statusesOf(all)
        for (const category of categories) {
          const own = all.filter((task) => task.category === category)
          const isCompleted = own.length > 0 && own.every(isFinished)
          expect(statuses.get(category) === 'completed').toBe(isCompleted)
        }
      }),
    )
  })

  test('once any task is finished, the first group that is not completed is next, and no other', () => {
    fc.assert(
      fc.property(anyTasks, (all) => {
        fc.pre(all.some(isFinished))
        const { groups, statuses } = statusesOf(all)
        const first = groups.find(({ tasks }) => tasks.some((task) => !isFinished(task)))
        expect(withStatus(statuses, 'next')).toEqual(first ? [first.category] : [])
      }),
    )
  })

  test('while no task is done, forms are next', () => {
    fc.assert(
      fc.property(anyTasks, (all) => {
        fc.pre(!all.some(isFinished) && all.some(({ category }) => category === 'forms'))
        const { groups } = statusesOf(all)
        // The result does not depend on the position of the forms among the groups.
        for (const order of [groups, groups.toReversed()])
          expect(withStatus(groupStatuses(order), 'next')).toEqual(['forms'])
      }),
    )
  })

  test('there is something next as long as something is left to do, and it is never an empty group', () => {
    fc.assert(
      fc.property(anyTasks, (all) => {
        const { groups, statuses } = statusesOf(all)
        const next = groups.filter(({ category }) => statuses.get(category) === 'next')
        expect(next).toHaveLength(all.every(isFinished) ? 0 : 1)
        for (const { tasks } of next) expect(tasks).not.toEqual([])
      }),
    )
  })

  test('a client with the usual tasks is led from forms to documents, payments and verification', () => {
    const usual: TaskCategory[] = ['documents', 'documents', 'payments', 'verification', 'forms', 'forms']
    const all: Kept[] = usual.map((category) => ({ category, status: 'pending', reason: null }))
    const led: TaskCategory[] = []
    while (!isAllDone(all)) {
      const [next] = withStatus(statusesOf(all).statuses, 'next')
      const task = all.find(({ category, status }) => category === next && status !== 'completed')
      if (!next || !task) throw new Error('nothing is next although something is left')
      led.push(next)
      task.status = 'completed'
    }
    expect(led).toEqual(['forms', 'forms', 'documents', 'documents', 'payments', 'verification'])
  })
})

test('grouping loses no task, repeats none, and keeps the order of the template', () => {
  fc.assert(
    fc.property(anyTasks, (all) => {
      const grouped = groupsOf(all).flatMap(({ tasks }) => tasks)
      expect(new Set(grouped)).toEqual(new Set(all))
      expect(grouped).toHaveLength(all.length)
      for (const { category, tasks } of groupsOf(all))
        expect(tasks).toEqual(all.filter((task) => task.category === category))
    }),
  )
})

test('risk assessment and legal services are on a dashboard only where they hold something', () => {
  const shown = (all: Kept[]) =>
    groupsOf(all)
      .filter(isOnDashboard)
      .map(({ category }) => category)
  expect(shown([])).toEqual(['documents', 'payments', 'verification', 'forms'])
  expect(shown([{ category: 'legal_services', status: 'pending', reason: null }])).toContain('legal_services')
})

describe('progress', () => {
  test('is whole percent of the finished tasks, with five minutes for each that is left', () => {
    fc.assert(
      fc.property(anyTasks, (all) => {
        const { completed, total, percentage, minutesLeft } = progressOf(all)
        expect([completed, total]).toEqual([all.filter(isFinished).length, all.length])
        expect(percentage).toBe(total === 0 ? 0 : Math.round((100 * completed) / total))
        expect(minutesLeft).toBe((total - completed) * minutesPerTask)
        expect(isAllDone(all)).toBe(total > 0 && minutesLeft === 0)
      }),
    )
    expect(minutesPerTask).toBe(5)
  })
})

test('the button of a task says what pressing it does', () => {
  const label = (category: TaskCategory, status: TaskStatus) => actionLabel({ category, status })
  for (const category of categories) {
    expect(label(category, 'completed')).toBe('View')
    expect(actionLabel({ category, status: 'completed', reason: 'Too old.' })).not.toBe('View')
    expect(label(category, 'in_progress')).toBe('Continue')
  }
  expect(label('documents', 'pending')).toBe('Upload')
  expect(label('payments', 'pending')).toBe('Pay Now')
  for (const other of ['verification', 'forms', 'risk_assessment', 'legal_services'] as const)
    expect(label(other, 'pending')).toBe('Complete')
})

test('an unknown status counts as pending, and an unknown category falls into forms', () => {
  const onTheWire = {
    id: '0197a4a0-0000-7000-8000-000000000001',
    title: 'A new kind of task',
    description: '',
    category: 'astrology',
    kind: 'other',
    status: 'postponed',
    amount: null,
    currency: null,
    outcome: null,
    reason: null,
    createdAt: '2026-11-01T09:00:00Z',
    completedAt: null,
    dueOn: null,
    doneBy: null,
  }
  expect(safeDecode(Task, onTheWire).data).toMatchObject({ category: 'forms', status: 'pending' })
})

describe('the word for how a task stands', () => {
  const open = { status: 'pending', outcome: null, reason: null } as const
  const done = { ...open, status: 'completed' } as const

  test.each([
    [open, 'To do'],
    [{ ...open, status: 'in_progress' }, 'To do'],
    [{ ...open, reason: 'The bill is of 2019.' }, 'Needs another'],
    [{ ...open, status: 'in_progress', reason: 'The bill is of 2019.' }, 'Needs another'],
    [{ ...done, outcome: 'review' }, 'In review'],
    [{ ...done, outcome: 'review', reason: 'This is in the name of Gareth Pugh.' }, 'Needs another'],
    [{ ...done, outcome: 'verified' }, 'Verified'],
    [{ ...done, kind: 'bank_check', outcome: 'verified' }, 'Done'],
    [{ ...done, kind: 'bank_check', outcome: 'review' }, 'In review'],
    [done, 'Done'],
  ] as const)('%j is "%s"', (task, word) => {
    expect(taskState(task)).toBe(word)
  })

  test('is one of five whatever the task, and "To do" or "Needs another" until it is finished', () => {
    const anyTask = fc.record({
      status: fc.constantFrom(...TaskStatus.options),
      outcome: fc.constantFrom('verified' as const, 'review' as const, null),
      reason: fc.option(fc.string()),
    })
    fc.assert(
      fc.property(anyTask, (task) => {
        const word = taskState(task)
        expect(taskStates).toContain(word)
        expect(['To do', 'Needs another'].includes(word)).toBe(!isFinished(task))
      }),
    )
  })
})
