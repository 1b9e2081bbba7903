import { expect, test } from 'vitest'
import { tasks } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

test("whoever asks very much at once waits for their own, and nobody else's answer waits for it", async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const form = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from tasks where id = $1 for update', [form?.id])

  const draft = { formData: {}, step: 1 }
  const flood = Array.from({ length: 40 }, async () =>
    ana.send('PUT', `/api/tasks/${form?.id}/draft`, draft, {}),
  )
  // They are all on their way before anybody else asks.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await ben.ask(tasks.list, {})).not.toEqual([])

  await holder.query('rollback')
  holder.release()
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
})
