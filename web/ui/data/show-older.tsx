import { Button } from '../actions/button.tsx'

interface ShowOlderProps {
  /** What the page knows of a list that goes on. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** What is listed: "cases". */
  things: string
}

/** Stands under a list that may go on; nothing where that is all. */
export const ShowOlder = ({ list, things }: ShowOlderProps) =>
  list.hasNextPage && (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {`Show older ${things}`}
      </Button>
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <p role="alert" className="text-stop">
          {`Older ${things} couldn't be loaded. Please try again.`}
        </p>
      )}
    </div>
  )
