import type { Placeholder } from 'drizzle-orm'

/** A placeholder for each of these values, which a statement gets when it runs. */
export type Placeholders<V> = { [K in keyof V]: Placeholder }

/** What a store accepts for a statement that is built each time or once. */
export type OrPlaceholders<V> = { [K in keyof V]: V[K] | Placeholder }
