import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transliterated } from './names.ts'
import { matchSplitName } from './zone-names.ts'

const match = (read: string, client: string, isCut = false) => {
  const [surname = '', givenNames = ''] = read.split('|')
  const [firstName = '', lastName = ''] = client.split('|')
  return matchSplitName({ surname, givenNames, isCut }, { firstName, lastName })
}

test.each([
  ['OKAFOR|ADAEZE NGOZI', 'Adaeze|Okafor', 'full'],
  ['OKAFOR|ADAEZE', 'Adaeze Ngozi|Okafor', 'full'],
  ['SUHARTO|', 'Suharto|-', 'full'],
  ['SUHARTO|', 'Ahmad|Suharto', 'unclear'],
  ['MUELLER|JUERGEN', 'Jürgen|Müller', 'full'],
  ['MULLER|JURGEN', 'Jürgen|Müller', 'full'],
  ['MUXXLLER|JUXXRGEN', 'Jürgen|Müller', 'full'],
  ['OEDEGAARD|SOEREN', 'Søren|Ødegård', 'full'],
  ['STRAUSS|ANNA', 'Anna|Strauß', 'full'],
  ['THORSDOTTIR|BJOERK', 'Björk|Þorsdóttir', 'full'],
  ['NUNEZ|ZOE', 'Zoë|Núñez', 'full'],
  ['OBRIEN SMITH|JOHN ANDREW', "John|O'Brien-Smith", 'full'],
  ['VAN DER BERG|JAN', 'Jan|van der Berg', 'full'],
  ['MA|LONG', 'Long|Ma', 'full'],
  ['LORD|WEI', 'Wei|Lord', 'full'],
  ['VON DER MUEHLEN SCHOENBERG|MAX', 'Max von der Mühlen|Schönberg', 'full'],
  ['LIN|MEI', 'Mei Ann|Lin', 'full'],
  ['ADAEZE|OKAFOR', 'Adaeze|Okafor', 'reordered'],
  ['GARCIA LOPEZ|ANA', 'Ana|García', 'unclear'],
  ['OKAFOR|', 'Adaeze|Okafor', 'unclear'],
  ['OKAFOR|CHIDI', 'Adaeze|Okafor', 'different'],
  ['SMITH|ADAEZE', 'Adaeze|Okafor', 'different'],
  ['OKAFOR|ADAEZE JOHN', 'Adaeze Ngozi|Okafor', 'unclear'],
] as const)('%s read, %s known: %s', (read, client, expected) => {
  expect(match(read, client)).toBe(expected)
})

test('a truncated name matches a name that begins with it, and no other', () => {
  expect(match('OKAFOR|ADAEZE CHIDIN', 'Adaeze Chidinma|Okafor', true)).toBe('full')
  expect(match('OKAFOR|ADAEZE CHIDIN', 'Adaeze Chidinma|Okafor')).toBe('unclear')
  expect(match('PAPANDROPOULOS|', 'Jonathon|Papandropoulosakis', true)).toBe('initial')
  expect(match('PAPANDROPOULOS|', 'Jonathon|Papandropoulosakis')).toBe('unclear')
})

const name = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 2,
  maxLength: 10,
})

test('a name is itself, and never passes for one with another surname', () => {
  fc.assert(
    fc.property(name, name, name, (given, family, other) => {
      expect(match(`${family}|${given}`, `${given}|${family}`)).toBe('full')
      fc.pre(other !== family && other !== given)
      expect(['unclear', 'different']).toContain(match(`${other}|${given}`, `${given}|${family}`))
    }),
  )
})

test('letters are transliterated as in machine readable zones', () => {
  expect(transliterated('Ångström Ægir Łódź Straße Þór Œuvre Ĳssel Çelik')).toBe(
    'AAngstroem AEgir Lodz Strasse THor OEuvre IJssel Celik',
  )
})
