import { useState } from 'react'
import { classes } from '../classes.ts'

interface AvatarProps {
  name: string
  /** URL of their photograph. Null if they have none. */
  photograph?: string | null
  tone?: 'brand' | 'brass' | 'neutral'
}

/** A photograph, or initials on the colour of `tone`. Hidden from screen readers, because the name is beside it. */
export const Avatar = ({ name, photograph = null, tone = 'brand' }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  if (photograph !== null && photograph !== failed)
    return (
      <img
        src={photograph}
        alt=""
        loading="lazy"
        onError={() => setFailed(photograph)}
        className="size-8.5 flex-none rounded-full bg-sunken object-cover"
      />
    )
  return (
    <span
      aria-hidden
      data-print="exact"
      className={classes(
        'grid size-8.5 flex-none place-items-center rounded-full text-[min(0.8125rem,4vw)] font-semibold select-none',
        tone === 'brand' && 'bg-brand text-on-brand',
        tone === 'brass' && 'bg-brass-tint text-ink',
        tone === 'neutral' && 'bg-sunken text-ink-soft',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** "Amara Okafor" → "AO" */
export const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-GB') ?? '').join('')
}
