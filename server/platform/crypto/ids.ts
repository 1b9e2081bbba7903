import { v7 } from 'uuid'

/** UUIDv7: ordered by time, so that `?before={id}` pages and indexes stay dense. */
export const newId = <Id extends string>() => v7() as Id
