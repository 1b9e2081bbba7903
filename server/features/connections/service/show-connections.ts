import { z } from 'zod'
import { type ConnectionStanding, type Connections, filesCountedAtMost } from '#contract/connections.ts'
import { fullName } from '#contract/kit/names.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import { type ConnectionState, failureOf } from '#server/platform/connections/connections.ts'
import { kindOf } from '#server/platform/connections/kinds.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { parted } from './typed-settings.ts'

export type Ports = Pick<Ctx['ports'], 'connections' | 'files' | 'isPublicDemo'>

export const listConnections = ({ db, ports }: Pick<Ctx, 'db' | 'ports'>) => shown(db, ports)

export async function shown(db: Db, { connections, files, isPublicDemo }: Ports): Promise<Connections> {
  const kept = await connections.listKept(db)
  const changers = await namesOf(
    db,
    kept.flatMap(({ row }) => row?.changedById ?? []),
  )
  const nameOf = (id: NonNullable<ConnectionState['row']>['changedById'] | undefined) => {
    const name = id && changers.get(id)
    return name ? fullName(name) : null
  }
  const standings = kept.map((state) =>
    standingOf(state, { changedBy: nameOf(state.row?.changedById), files }),
  )
  return { isClosed: isPublicDemo, connections: await Promise.all(standings) }
}

async function standingOf(
  connection: ConnectionState,
  { changedBy, files }: Pick<Ports, 'files'> & { changedBy: string | null },
): Promise<ConnectionStanding> {
  const { name, isFixed, settings, isUnreadable, row } = connection
  const isSet = settings !== null || isUnreadable
  const { secret, plain } = parted(name, settings)
  const timeOf = (field: string) => {
    const at = isFixed ? undefined : row?.secretsSetAt[field]
    return at === undefined ? null : z.coerce.date().parse(at)
  }
  const failure = failureOf(connection)
  return {
    name,
    state: !isSet ? 'built_in' : failure === null ? 'connected' : 'failing',
    isFixed,
    facts: settings === null ? [] : await kindOf(name).facts(settings),
    values: plain,
    secrets: Object.keys(secret).map((field) => ({ field, setAt: timeOf(field) })),
    filesLeft:
      settings?.name === 'files' && settings.newFiles === 'bucket'
        ? await files.countBefore(filesCountedAtMost)
        : null,
    failingSince: isSet ? (row?.failingSince ?? null) : null,
    failure: failure?.words ?? null,
    failureDetail: failure?.detail ?? null,
    answeredAt: isSet ? (row?.answeredAt ?? null) : null,
    changedAt: row?.changedAt ?? null,
    changedBy,
  }
}
