import { expect } from 'vitest'
import { type ImportFile, type ImportId, imports } from '#contract/imports/imports.ts'
import { safeDecode } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { minutes } from '#server/platform/time/durations.ts'
import type { Client } from '#server/testing/portal.ts'

type Asking = Pick<Client, 'ask' | 'send'>

/** Uploads a CSV file as the page does. */
export async function uploadCsv({ send }: Pick<Asking, 'send'>, text: string, filename = 'clients.csv') {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), filename)
  const { status, body } = await send('POST', imports.upload.path, form, {})
  if (status !== 201) throw new Problem('invalid', (body as { message: string }).message)
  return safeDecode(imports.upload.output, body).data as ImportFile
}

/** Accepts the guessed columns. */
export const preview = ({ ask }: Pick<Asking, 'ask'>, { id, columns }: ImportFile) =>
  ask(imports.saveColumns, { id, columns: columns.map(({ field }) => field), feeEarnerId: null })

/** Waits until the import reaches this state. */
export async function settled({ ask }: Pick<Asking, 'ask'>, id: ImportId, state: ImportFile['state']) {
  const waiting = { timeout: minutes(2), interval: 200 }
  await expect.poll(async () => (await ask(imports.one, { id })).state, waiting).toBe(state)
  return ask(imports.one, { id })
}

/** Uploads, previews and imports a file. */
export async function importCsv(asking: Asking, text: string, { isInviting = false } = {}) {
  const file = await preview(asking, await uploadCsv(asking, text))
  await asking.ask(imports.start, { id: file.id, isInviting })
  return settled(asking, file.id, 'done')
}
