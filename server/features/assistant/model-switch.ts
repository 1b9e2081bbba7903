import type { knowledge } from '#contract/assistant.ts'
import type { Input } from '#contract/kit.ts'
import { findFact, saveFact } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Whether the firm lets its language model answer: `off`, or anything else. */
export const modelSwitch = 'assistant_model'

export async function showModel({ db, ports }: Ctx) {
  const { model } = ports
  if (model === null) return { name: null, host: null, isOn: false }
  return { name: model.name, host: model.host, isOn: (await findFact(db, modelSwitch)) !== 'off' }
}

export async function switchModel(ctx: Ctx, { isOn }: Input<typeof knowledge.switchModel>) {
  await saveFact(ctx.db, modelSwitch, isOn ? 'on' : 'off')
  await audit(ctx, 'assistant.switched', { details: { isOn: String(isOn) } })
  return showModel(ctx)
}
