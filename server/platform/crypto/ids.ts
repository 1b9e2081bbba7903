import { v7 } from 'uuid'

/** Returns a UUIDv7, which sorts by time, so that `?before={id}` pages work and indexes stay dense. */
export const newId = <Id extends string>() => v7() as Id
