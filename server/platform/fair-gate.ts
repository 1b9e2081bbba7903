import { openGate } from './hashing.ts'

interface Widths {
  /** Pieces of work at once. */
  width: number
  /** Of these, for one person. */
  each: number
  /** How many may wait, all together and for one person; further ones are asked to come back. */
  depth: number
}

/** A gate at which nobody takes all the places: a person's work waits for that person's own before it. */
export const openFairGate = ({ width, each, depth }: Widths) => {
  const gate = openGate(width, depth)
  const doors = new Map<string, { enter: typeof gate; inside: number }>()
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const door = doors.get(person) ?? { enter: openGate(each, depth), inside: 0 }
    doors.set(person, door)
    door.inside += 1
    try {
      return await door.enter(() => gate(work))
    } finally {
      door.inside -= 1
      if (door.inside === 0) doors.delete(person)
    }
  }
}
