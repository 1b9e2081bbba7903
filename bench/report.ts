import type { Bundle } from './bundle.ts'
import type { Reads } from './reads.ts'
import type { Memory, Starts } from './starts.ts'
import type { Uploads } from './uploads.ts'

interface Figures {
  reads: Reads
  uploads: Uploads
  starts: Starts
  bundle: Bundle
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const ratio = (value: number) => value.toFixed(2)

const memory = (found: Memory | null) =>
  found
    ? `${found.portal + found.database} | ${found.database} | ${found.processes.join(', ')}`
    : 'not readable here | | '

/** Formats the figures of one run. */
export function report({ reads, uploads, starts, bundle }: Figures): string {
  return `Medians; written by \`npm run bench\`.

| reads, 10 connections | requests/s | against the bare server |
|---|---|---|
| bare node:http, the list query as a prepared statement | ${whole(reads.bare)} | 1 |
| GET /api/tasks, 20 tasks, signed in (p99 ${whole(reads.p99)} ms) | ${whole(reads.tasks)} | ${ratio(reads.tasksRatio)} |
| GET /api/user, signed in | ${whole(reads.user)} | ${ratio(reads.userRatio)} |

| upload of ${(uploads.bytes / 1e6).toFixed(1)} MB | ms |
|---|---|
| POST /api/documents/upload of a contract, to the answer with its verdict | ${whole(uploads.contract)} |
| POST /api/documents/upload of a photograph, to the answer with its verdict | ${whole(uploads.photograph)} |
| sealing the same bytes onto the same disk | ${whole(uploads.copy)} |

| start, from \`npm start\` to the address | ms |
|---|---|
| first, with an empty data folder (installed and built) | ${whole(starts.first)} |
| second | ${whole(starts.second)} |
| after kill -9 of everything | ${whole(starts.afterKill)} |

| memory (proportional set size), everything from \`npm start\` on | MiB | of it PostgreSQL | processes |
|---|---|---|---|
| right after the first start | ${memory(starts.firstMemory)} |
| three minutes later | ${memory(starts.restMemory)} |
| after twenty seconds of reads, 50 at once | ${memory(starts.loadedMemory)} |
| three minutes later | ${memory(starts.recoveredMemory)} |

| size | |
|---|---|
| fonts | ${bundle.fonts} KiB |
| all scripts of the product, brotli | ${bundle.all} KiB |
`
}
