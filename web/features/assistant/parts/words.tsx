/** An answer's words: paragraphs, and lines that begin with "- " as a list. Nothing else of it is markup. */
export const Words = ({ children }: { children: string }) => (
  <div className="grid gap-2 whitespace-normal">
    {blocksOf(children).map(({ isList, lines }, at) =>
      isList ? (
        <ul key={at} className="grid list-disc gap-1 pl-5">
          {lines.map((line, place) => (
            <li key={place}>{line}</li>
          ))}
        </ul>
      ) : (
        <p key={at}>{lines.join(' ')}</p>
      ),
    )}
  </div>
)

interface Block {
  isList: boolean
  lines: string[]
}

const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    const isList = line.startsWith('- ')
    const last = blocks.at(-1)
    const words = isList ? line.slice(2) : line.trim()
    if (words === '') isNew = true
    else if (last && last.isList === isList && !(isNew && !isList)) last.lines.push(words)
    else blocks.push({ isList, lines: [words] })
    if (words !== '') isNew = false
  }
  return blocks
}
