import { expect, test } from 'vitest'
import type { Topic } from '#contract/kit/portal.ts'
import { everyone, type Signal } from './bus.ts'
import { openRecentChanges } from './recent-changes.ts'

const anas = '01a21dd4-d4e8-75fa-bf3d-8b10159996c9'
const bens = '01a21dd4-d4c0-741c-b143-932b9d578457'

const openChanges = () => {
  let time = 0
  let listener: (signal: Signal) => void = () => {}
  const bus = {
    on: (given: (signal: Signal) => void) => {
      listener = given
      return () => {
        listener = () => {}
      }
    },
  }
  const recent = openRecentChanges(bus, () => time)
  return {
    recent,
    wait: (milliseconds: number) => {
      time += milliseconds
    },
    change: (userId: string, topics: Topic[]) => listener({ kind: 'changed', userId, topics }),
  }
}

test('what changed for somebody in the last two seconds is remembered for them alone, and then forgotten', () => {
  const { recent, wait, change } = openChanges()
  change(anas, ['tasks', 'documents'])
  wait(1000)
  change(anas, ['tasks'])
  change(everyone, ['settings'])
  expect(recent.topicsFor(anas)).toEqual(new Set(['tasks', 'documents', 'settings']))
  expect(recent.topicsFor(bens)).toEqual(new Set(['settings']))
  wait(1000)
  expect(recent.topicsFor(anas)).toEqual(new Set(['tasks', 'settings']))
  wait(1000)
  expect(recent.topicsFor(anas)).toEqual(new Set())
})

test('nothing is remembered once it is closed', () => {
  const { recent, change } = openChanges()
  recent.close()
  change(anas, ['tasks'])
  expect(recent.topicsFor(anas)).toEqual(new Set())
})
