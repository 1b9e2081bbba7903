/** A question as the firm is shown it: without the asker's name, addresses and numbers. */
export const withoutParticulars = (
  question: string,
  { firstName, lastName }: { firstName: string; lastName: string },
) => {
  const names = [firstName, lastName].filter((name) => name.length > 1).map(escaped)
  const name = names.length === 0 ? null : new RegExp(`${noneBefore}(${names.join('|')})${noneAfter}`, 'giu')
  const plain = question
    .normalize('NFC')
    .replace(/\S+@\S+/g, '(address)')
    .replace(/\b\d(?:[ -]?\d){3,}\b/g, '(number)')
    .replace(/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi, '(postcode)')
  return (name ? plain.replace(name, '(name)') : plain).slice(0, 300)
}

// A word ends where no letter of any script goes on: \b knows English ones alone.
const [noneBefore, noneAfter] = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])']

const escaped = (text: string) => text.normalize('NFC').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
