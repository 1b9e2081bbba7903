import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

const wanted = { url: 'https://192.0.2.1/hook', events: ['client.joined'] }
const ofNobody = () => ({ id: nobodys })

export const rows: RowsOf<Pick<typeof api, 'webhooks'>> = {
  'webhooks.list': { answers: administrators() },
  // An address in no network, which is refused without a lookup.
  'webhooks.create': { ask: () => wanted, answers: administrators(400) },
  'webhooks.save': { ask: () => ({ id: nobodys, ...wanted }), answers: administrators(400) },
  'webhooks.turn': { ask: () => ({ id: nobodys, isOn: true }), answers: administrators(404) },
  'webhooks.renewSecret': { ask: ofNobody, answers: administrators(404) },
  'webhooks.test': { ask: ofNobody, answers: administrators(404) },
  'webhooks.remove': { ask: ofNobody, answers: administrators(404) },
  'webhooks.deliveries': { ask: ofNobody, answers: administrators(404) },
  'webhooks.replay': { ask: ofNobody, answers: administrators(404) },
}
