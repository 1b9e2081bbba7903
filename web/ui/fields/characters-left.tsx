import { useEffect, useState } from 'react'
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

interface CharactersLeftInProps {
  words: { most?: number | undefined }
  ids: { id: string; leftId: string }
}

/** The same beside a text field. A form fills its fields past React, so the text is read from the element. */
export const CharactersLeftIn = ({ words: { most }, ids: { id, leftId } }: CharactersLeftInProps) => {
  const [text, setText] = useState('')
  useEffect(() => {
    const control = document.getElementById(id)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    const read = () => setText(control.value)
    read()
    control.addEventListener('input', read)
    return () => control.removeEventListener('input', read)
  })
  if (most === undefined) return null
  return (
    <div id={leftId} aria-live="polite">
      <CharactersLeft text={text} most={most} />
    </div>
  )
}
