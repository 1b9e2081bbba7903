import { useOnlyReads } from '#web/platform/session.ts'

/** Says why a page offers nothing to do to somebody who works with other clients and reads this one by another role. */
export const ReadingNote = ({ words }: { words: string }) =>
  useOnlyReads('matters.run') ? <p className="text-ink-soft">{words}</p> : null
