const particles = new Set([
  'de',
  'del',
  'della',
  'der',
  'di',
  'du',
  'la',
  'le',
  'van',
  'von',
  'den',
  'ter',
  'bin',
  'ibn',
])

/** A name that was read in capitals, as its owner would write it; any other stays as it is. For showing only. */
export const nameInWriting = (name: string) =>
  /\p{Ll}/u.test(name) ? name : name.split(' ').map(wordOf).join(' ')

const wordOf = (word: string, place: number) => {
  const small = word.toLocaleLowerCase('en-GB')
  if (place > 0 && particles.has(small)) return small
  return small
    .replace(
      /(^|[-'’])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'),
    )
    .replace(
      /(^|-)Mc(\p{L})/gu,
      (_, before: string, letter: string) => `${before}Mc${letter.toLocaleUpperCase('en-GB')}`,
    )
}
