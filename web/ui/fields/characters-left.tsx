import { counted } from '#web/platform/clock.ts'

interface CharactersLeftProps {
  text: string
  most: number
}

/** Says how many characters fit in, once nine tenths are used. The rules count a text without the spaces around it. */
export const CharactersLeft = ({ text, most }: CharactersLeftProps) => {
  const left = most - text.trim().length
  // A code of six digits is meant to be full.
  const few = Math.floor(most / 10)
  if (few === 0 || left > few) return null
  return (
    <p className="figures mt-1.5 text-right text-xs text-ink-soft">
      {left < 0 ? `${counted(-left, 'character')} too many` : `${counted(left, 'character')} left`}
    </p>
  )
}
