import type { api } from '#contract/api.ts'
import {
  administrators,
  type Belongings,
  nobodys,
  overseers,
  type RowsOf,
} from '#server/testing/authorization.ts'

const facts = { kind: 'company', number: '', registeredAddress: '', officers: [], owners: [] }
const place = ({ matterId, partyId }: Belongings) => ({ id: matterId, partyId })
const filing = (things: Belongings) => ({ ...place(things), filingId: nobodys })

export const rows: RowsOf<Pick<typeof api, 'organisations' | 'companyRegister'>> = {
  'organisations.list': { ask: ({ matterId }) => ({ id: matterId }), answers: overseers() },
  'organisations.save': { ask: (things) => ({ ...place(things), ...facts }), answers: overseers() },
  'organisations.proposed': { ask: place, answers: overseers() },
  'companyRegister.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  // The bank of the matrix has no owners.
  'organisations.addParties': {
    ask: (things) => ({ ...place(things), people: [{ name: 'Nobody', clientId: null, email: '' }] }),
    answers: overseers(409),
  },
  'organisations.addFiling': { ask: place, answers: overseers(201) },
  'organisations.filing': { ask: filing, answers: overseers(404) },
  'organisations.removeFiling': { ask: filing, answers: overseers(404) },
  'companyRegister.show': { answers: administrators() },
  'companyRegister.save': {
    ask: ({ password }) => ({ key: '', currentPassword: password }),
    answers: administrators(),
  },
  // There is no key to test.
  'companyRegister.test': { answers: administrators(422) },
  // The bank of the matrix has no number, and was never looked up.
  'companyRegister.lookUp': { ask: place, answers: overseers(422) },
  'companyRegister.takeOver': {
    ask: (things) => ({ ...place(things), keys: ['address'] }),
    answers: overseers(409),
  },
}
