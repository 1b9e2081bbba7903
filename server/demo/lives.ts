import type { Holder } from './sample-documents.ts'

/** A client's name and address on documents, and what they say about themselves and their matter. */
export interface Life extends Holder {
  born: string
  occupation: string
  matter: 'property' | 'family' | 'business' | 'other'
  wish: string
}

export const daniel: Life = {
  name: 'Mr Daniel Whitmore',
  home: ['7 Canal Row', 'Bristol', 'BS1 4DJ'],
  born: '1986-02-11',
  occupation: 'Architect',
  matter: 'property',
  wish: 'Helen and I are buying a house together and have had our offer accepted.',
}
export const helen: Life = { ...daniel, name: 'Mrs Helen Whitmore', born: '1987-09-30', occupation: 'Nurse' }
export const sofia: Life = {
  name: 'Ms Sofia Marchetti',
  home: ['31 Orchard Lane', 'Leeds', 'LS2 8PY'],
  born: '1979-05-23',
  occupation: 'Translator',
  matter: 'property',
  wish: 'I am selling my house in Leeds and moving back to my parents.',
}
export const harriet: Life = {
  name: 'Mrs Harriet Cole',
  home: ['2 Mill Bank', 'Ipswich', 'IP4 1AA'],
  born: '1974-12-02',
  occupation: 'Company director',
  matter: 'business',
  wish: 'Our joinery is buying the workshop that it has rented for nine years.',
}
export const thomas: Life = {
  name: 'Mr Thomas Reilly',
  home: ['58 Station Road', 'Reading', 'RG1 8BX'],
  born: '1981-07-15',
  occupation: 'Electrician',
  matter: 'property',
  wish: 'I would like my wife to own half of our house.',
}
export const beatrice: Life = {
  name: 'Mrs Beatrice Holloway',
  home: ['The Old Forge', 'Church Lane', 'Ludlow', 'SY8 1AP'],
  born: '1949-03-08',
  occupation: 'Retired teacher',
  matter: 'family',
  wish: 'My husband Edward died in the spring, and I am his executor.',
}
export const viktor: Life = {
  name: 'Mr Viktor Lindqvist',
  home: ['Apartment 12, 4 Canada Walk', 'London', 'SE16 5HG'],
  born: '1968-10-19',
  occupation: 'Diplomat',
  matter: 'property',
  wish: 'I am buying a house for my retirement and ask for discretion.',
}
