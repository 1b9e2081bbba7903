import type { OrganisationFacts } from '#contract/organisations/organisations.ts'
import { self } from '#contract/organisations/ownership.ts'

const share = (percent: number) => ({ share: { from: percent, to: percent }, control: '' })

/** A family company. The daughters own half of it through another one. */
export const joinery: OrganisationFacts = {
  kind: 'company',
  number: '09999991',
  registeredAddress: 'Unit 6, Dock Lane Workshops, Bristol BS1 4XX',
  officers: [
    { name: 'Harriet Cole', role: 'director', kind: 'person' },
    { name: 'Eleanor Cole', role: 'director', kind: 'person' },
    { name: 'Joseph Marsh', role: 'secretary', kind: 'person' },
  ],
  owners: [
    {
      key: 'family',
      name: 'Cole Family Investments Ltd',
      kind: 'organisation',
      number: '09999992',
      stakes: [{ of: self, ...share(50) }],
    },
    {
      key: 'harriet',
      name: 'Harriet Cole',
      kind: 'person',
      number: '',
      stakes: [
        { of: 'family', ...share(40) },
        { of: self, ...share(30) },
      ],
    },
    {
      key: 'eleanor',
      name: 'Eleanor Cole',
      kind: 'person',
      number: '',
      stakes: [
        { of: 'family', ...share(60) },
        { of: self, ...share(10) },
      ],
    },
    { key: 'joseph', name: 'Joseph Marsh', kind: 'person', number: '', stakes: [{ of: self, ...share(10) }] },
  ],
}
