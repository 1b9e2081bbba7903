/** How a state prints its passports, as far as it matters for reading. */
export interface State {
  /** ICAO's code; Germany's has one letter. */
  code: string
  title: string
  nationality: string
  authority: string
  dates: 'british' | 'irish' | 'plain' | 'dots'
  labels: {
    surname: string
    givenNames: string
    nationality: string
    birthDate: string
    sex: string
    birthPlace: string
    issueDate: string
    expiryDate: string
    authority: string
    number: string
  }
  /** Colours of the paper and of the waves. */
  colours: [string, string]
}

const british: State['labels'] = {
  number: 'Passport No./Passeport No.',
  surname: 'Surname/Nom (1)',
  givenNames: 'Given names/Prénoms (2)',
  nationality: 'Nationality/Nationalité (3)',
  birthDate: 'Date of birth/Date de naissance (4)',
  sex: 'Sex/Sexe (5)',
  birthPlace: 'Place of birth/Lieu de naissance (6)',
  issueDate: 'Date of issue/Date de délivrance (7)',
  authority: 'Authority/Autorité (8)',
  expiryDate: "Date of expiry/Date d'expiration (9)",
}

const plain: State['labels'] = {
  number: 'Passport No.',
  surname: 'Surname',
  givenNames: 'Given names',
  nationality: 'Nationality',
  birthDate: 'Date of birth',
  sex: 'Sex',
  birthPlace: 'Place of birth',
  issueDate: 'Date of issue',
  authority: 'Authority',
  expiryDate: 'Date of expiry',
}

export const states: [State, ...State[]] = [
  {
    code: 'GBR',
    title: 'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND',
    nationality: 'BRITISH CITIZEN',
    authority: 'HMPO',
    dates: 'british',
    labels: british,
    colours: ['#ece6ea', '#d5b9c6'],
  },
  {
    code: 'IRL',
    title: 'ÉIRE  IRELAND  IRLANDE',
    nationality: 'ÉIREANNACH/IRISH',
    authority: 'AN ROINN / DFA',
    dates: 'irish',
    labels: {
      ...plain,
      number: 'Pas uimhir/Passport No.',
      surname: 'Sloinne/Surname/Nom',
      givenNames: 'Réamhainm(neacha)/Forename(s)/Prénom(s)',
      nationality: 'Náisiúntacht/Nationality',
      birthDate: 'Dáta breithe/Date of birth',
      expiryDate: 'As feidhm/Date of expiry',
    },
    colours: ['#e9eee6', '#bfd3b4'],
  },
  {
    code: 'UTO',
    title: 'UTOPIA',
    nationality: 'UTOPIAN',
    authority: 'MINISTRY OF THE INTERIOR',
    dates: 'plain',
    labels: plain,
    colours: ['#e6ebf1', '#b3c4d8'],
  },
  {
    code: 'D',
    title: 'BUNDESREPUBLIK DEUTSCHLAND',
    nationality: 'DEUTSCH',
    authority: 'STADT KÖLN',
    dates: 'dots',
    labels: {
      ...plain,
      number: 'Pass-Nr./Passport No.',
      surname: 'Name/Surname/Nom',
      givenNames: 'Vornamen/Given names/Prénoms',
      nationality: 'Staatsangehörigkeit/Nationality',
      birthDate: 'Geburtstag/Date of birth',
      expiryDate: 'Gültig bis/Date of expiry',
    },
    colours: ['#f1ece2', '#d9c9a6'],
  },
  {
    code: 'FRA',
    title: 'RÉPUBLIQUE FRANÇAISE',
    nationality: 'Française',
    authority: 'Préfecture de Police',
    dates: 'plain',
    labels: {
      ...plain,
      number: 'Passeport n°/Passport No.',
      surname: 'Nom/Surname (1)',
      givenNames: 'Prénoms/Given names (2)',
      birthDate: 'Date de naissance/Date of birth (4)',
      expiryDate: "Date d'expiration/Date of expiry (9)",
    },
    colours: ['#ebe7f2', '#c3b6da'],
  },
]

export const stateOf = (code: string): State => states.find((state) => state.code === code) ?? states[0]
