import { createContext, use, useEffect } from 'react'

/** What is asked before the page is left for another one of the portal. */
export interface LeaveWords {
  title: string
  description: string
  confirmLabel: string
  cancelLabel: string
}

const leaveWords: LeaveWords = {
  title: 'Leave without saving?',
  description: 'What you changed here isn’t saved yet, and leaving discards it.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
}

/** What would be lost if the page were left, the latest last. The frame around the page provides it, and asks. */
export const UnsavedOnPage = createContext<Set<LeaveWords> | null>(null)

interface UnloadQuestionOptions {
  /** False if leaving for another page of the portal loses nothing, as it is saved then. */
  isLostOnLeave?: boolean
  words?: Partial<LeaveWords>
}

/**
 * Has the browser ask before the page is reloaded, left for another site or closed, while something would be lost, and
 * the portal before it is left for another page of it.
 */
export function useUnloadQuestion(
  isUnsaved: boolean,
  { isLostOnLeave = true, words }: UnloadQuestionOptions = {},
) {
  const unsaved = use(UnsavedOnPage)
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  useEffect(() => {
    if (!isUnsaved || !isLostOnLeave || !unsaved) return
    const question = { ...leaveWords, ...words }
    unsaved.add(question)
    return () => void unsaved.delete(question)
  }, [isUnsaved, isLostOnLeave, words, unsaved])
}
