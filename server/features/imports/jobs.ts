import { type ImportId, wrongRowsDays } from '#contract/imports/imports.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, seconds } from '#server/platform/time/durations.ts'
import { actingFor, type Dependencies, invite, runImport } from './service/run-import.ts'
import { undoImport } from './service/undo-import.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    runImport: { id: ImportId }
    undoImport: { id: ImportId }
    inviteImported: { id: ImportId }
    eraseImports: Record<string, never>
  }
}

interface Given {
  accounts: Dependencies
  personalData: readonly PersonalDataSource[]
}

export const importJobs = (jobContext: JobContext, { accounts, personalData }: Given): JobTable => ({
  runImport: { run: ({ id }) => runImport(jobContext, id, accounts) },
  undoImport: { run: ({ id }) => undoImport(jobContext, id, personalData) },
  inviteImported: { run: ({ id }) => inviteAll(jobContext, id, accounts) },
  eraseImports: {
    schedule: '29 3 * * *',
    run: () => store.removeOld(jobContext.read, before(jobContext.clock(), days(wrongRowsDays))),
  },
})

const longest = seconds(45)
const invitedAtOnce = 50

/** Sends invitations in batches of one transaction each, so that the next run does not invite anybody twice. */
async function inviteAll({ read, transaction }: JobContext, id: ImportId, dependencies: Dependencies) {
  const end = performance.now() + longest
  const clientIds = await store.listClientIds(read, id)
  for (let from = 0; from < clientIds.length; from += invitedAtOnce) {
    await transaction(async (step) => {
      const file = await store.claim(step.db, id)
      const some = clientIds.slice(from, from + invitedAtOnce)
      return invite(actingFor(step, file), { file, clientIds: some, dependencies })
    })
    if (performance.now() > end) {
      await transaction((step) => step.enqueue('inviteImported', { id }, { key: `invite:${id}` }))
      return
    }
  }
}
