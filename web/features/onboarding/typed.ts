import { useEffect, useEffectEvent, useState } from 'react'
import type { BankingDetails, KnownData } from '#contract/onboarding/user-data.ts'

/** Keeps one thing for as long as the page is open, and nowhere else. */
const place = <T>() => {
  let kept: Partial<T> = {}
  return {
    read: () => kept,
    keep: (value: Partial<T>) => {
      kept = value
    },
  }
}
type Place<T> = ReturnType<typeof place<T>>

const places = () => ({ bank: place<BankingDetails>(), details: place<KnownData>() })
export type Typed = ReturnType<typeof places>

/** What stands in the forms of the chat: a question in between draws them anew, and takes nothing away. */
export const useTyped = (): Typed => useState(places)[0]

/** Keeps what stands in a form when it goes. */
export const useKept = <T>(read: () => Partial<T>, { keep }: Place<T>) => {
  const onLeave = useEffectEvent(() => keep({ ...read() }))
  useEffect(() => () => onLeave(), [])
}
