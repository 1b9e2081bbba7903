import { busy, openGate } from './hashing.ts'

interface Shared {
  /** Pieces of work at once. */
  width: number
  /** How many may wait, all together and for one person; further ones are asked to come back. */
  depth: number
  /** How long work may wait for other people's, in milliseconds; for a person's own it waits as long as that takes. */
  patience?: number
}

interface Widths extends Shared {
  /** Of the pieces of work at once, for one person. */
  each: number
}

/**
 * A gate at which nobody takes all the places: a person's work waits for that person's own before it, and the
 * last places are left for people who have none yet.
 */
export const openFairGate = ({ each, ...shared }: Widths) => {
  const enterShared = openShares(shared)
  const doors = new Map<string, { enter: ReturnType<typeof openGate>; inside: number }>()
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const door = doors.get(person) ?? { enter: openGate(each, shared.depth), inside: 0 }
    doors.set(person, door)
    door.inside += 1
    try {
      return await door.enter(() => enterShared(person, work))
    } finally {
      door.inside -= 1
      if (door.inside === 0) doors.delete(person)
    }
  }
}

/** Whoever waits longest of those who have the fewest places is next. */
const openShares = ({ width, depth, patience }: Shared) => {
  const places = openPlaces(width)
  const waiting = new Set<Waiting>()
  const leave = (person: string) => {
    places.leave(person)
    for (let next = nextOf(waiting, places); next; next = nextOf(waiting, places)) {
      waiting.delete(next)
      places.take(next.person)
      next.enter()
    }
  }
  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    if (places.isFreeFor(person)) places.take(person)
    else if (waiting.size >= depth) throw busy()
    else await waitAmong(waiting, person, patience)
    try {
      return await work()
    } finally {
      leave(person)
    }
  }
}

type Places = ReturnType<typeof openPlaces>

/** Who has some places is given another only while more than those are free. */
const openPlaces = (width: number) => {
  const taken = new Map<string, number>()
  let free = width
  const takenBy = (person: string) => taken.get(person) ?? 0
  return {
    takenBy,
    isFreeFor: (person: string) => takenBy(person) < free,
    take: (person: string) => {
      free -= 1
      taken.set(person, takenBy(person) + 1)
    },
    leave: (person: string) => {
      free += 1
      if (takenBy(person) > 1) taken.set(person, takenBy(person) - 1)
      else taken.delete(person)
    },
  }
}

interface Waiting {
  person: string
  enter: () => void
}

const nextOf = (waiting: ReadonlySet<Waiting>, { takenBy, isFreeFor }: Places) => {
  let next: Waiting | undefined
  for (const one of waiting) {
    if (!isFreeFor(one.person)) continue
    if (next === undefined || takenBy(one.person) < takenBy(next.person)) next = one
  }
  return next
}

/** Comes back with a place already taken, or not at all where that lasts too long. */
const waitAmong = (waiting: Set<Waiting>, person: string, patience?: number) =>
  new Promise<void>((resolve, reject) => {
    const one = { person, enter: resolve }
    waiting.add(one)
    if (patience === undefined) return
    const giveUp = setTimeout(() => {
      waiting.delete(one)
      reject(busy())
    }, patience)
    one.enter = () => {
      clearTimeout(giveUp)
      resolve()
    }
  })
