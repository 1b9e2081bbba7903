import { Spinner } from '#web/ui/feedback/spinner.tsx'

/** A whole page that is not there yet. Its words are drawn only where there is something to say. */
export const Loading = ({ words }: { words?: string }) => (
  <div className="grid min-h-dvh place-items-center">
    <Spinner words={words ?? 'Loading'} hideWords={words === undefined} />
  </div>
)
