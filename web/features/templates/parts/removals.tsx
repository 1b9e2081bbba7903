import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'

interface Removal<Rest> {
  id: number
  /** What was removed, as a sentence. */
  words: string
  /** The page of the question, or of the page itself. */
  page: number
  /** Where it was among the questions of its page. Null if it is a page. */
  index: number | null
  /** Returns what there is by then, with it where it was. */
  putBack: (rest: Rest) => Rest
  /** The key of the question to go to once it is back. */
  key?: string
}

/**
 * Remembers what was removed, for as long as its editor is open. The newest is put back first, so that each finds its
 * place.
 */
export function useRemovals<Rest>(rest: Rest, change: (rest: Rest) => void) {
  const [removals, setRemovals] = useState<Removal<Rest>[]>([])
  const count = useRef(0)
  const editor = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<{ key: string } | null>(null)
  useEffect(() => {
    if (wanted) editor.current?.querySelector<HTMLElement>(`[data-question="${wanted.key}"] input`)?.focus()
  }, [wanted])
  const last = removals.at(-1)
  return {
    /** The element that holds the questions. */
    editor,
    /** Goes to a question once it is on the page. */
    goTo: (key: string) => setWanted({ key }),
    removed: (removal: Omit<Removal<Rest>, 'id'>) => {
      count.current += 1
      setRemovals([...removals, { ...removal, id: count.current }])
    },
    /**
     * Returns what says that the newest was removed, if it was at this place: before a page, before a question, or after
     * the last one of `count`.
     */
    noteAt: (page: number, index: number | null = null, count = index) => {
      const was = last && (last.index === null ? null : Math.min(last.index, count ?? 0))
      if (last?.page !== page || was !== index) return null
      const putBack = () => {
        setRemovals(removals.slice(0, -1))
        change(last.putBack(rest))
        if (last.key) setWanted({ key: last.key })
      }
      return <RemovedNote key={last.id} words={last.words} putBack={putBack} />
    },
  }
}

const RemovedNote = ({ words, putBack }: Pick<Removal<unknown>, 'words'> & { putBack: () => void }) => {
  const note = useRef<HTMLDivElement>(null)
  // The pressed button went with its question, and the keyboard would lose its place.
  useEffect(() => note.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={note}
      className="flex flex-wrap items-center justify-between gap-2.5 rounded-lg border border-line bg-paper px-4 py-2.5"
    >
      <p role="status" className="min-w-0 text-sm wrap-anywhere">
        {words}
      </p>
      <Button size="small" icon={<Undo2 />} onClick={putBack}>
        Put it back
      </Button>
    </div>
  )
}

/** Returns the list with something at a place that it had, or at the end if the list is shorter now. */
export const insertedAt = <T,>(all: readonly T[], index: number, item: T) => all.toSpliced(index, 0, item)

/** "“Which price?” was removed." */
export const removedWords = ({ label }: { label: string }) =>
  label.trim() ? `“${label.trim()}” was removed.` : 'A question was removed.'
