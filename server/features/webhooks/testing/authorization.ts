import type { api } from '#contract/api.ts'
import { administrators, nobodys, type RowsOf } from '#server/testing/authorization.ts'

const wanted = (password: string) => ({ password, ...target })
const target = { url: 'https://192.0.2.1/hook', events: ['client.joined'] }
const ofNobody = () => ({ id: nobodys })

export const rows: RowsOf<Pick<typeof api, 'webhooks'>> = {
  'webhooks.list': { answers: administrators() },
  // An address in no network, which is refused without a lookup.
  'webhooks.create': { ask: ({ password }) => wanted(password), answers: administrators(422) },
  'webhooks.save': {
    ask: ({ password }) => ({ id: nobodys, ...wanted(password) }),
    answers: administrators(422),
  },
  'webhooks.turn': {
    ask: ({ password }) => ({ id: nobodys, isOn: true, password }),
    answers: administrators(404),
  },
  'webhooks.renewSecret': {
    ask: ({ password }) => ({ id: nobodys, password }),
    answers: administrators(404),
  },
  'webhooks.test': { ask: ofNobody, answers: administrators(404) },
  'webhooks.remove': { ask: ({ password }) => ({ id: nobodys, password }), answers: administrators(404) },
  'webhooks.deliveries': { ask: ofNobody, answers: administrators(404) },
  'webhooks.replay': { ask: ofNobody, answers: administrators(404) },
}
