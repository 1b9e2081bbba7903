import { Button } from '../actions/button.tsx'

interface ShowOlderProps {
  /** State of the paged query. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** Plural noun of what is listed: "cases". */
  things: string
}

/** A button under a list to load older items. Renders nothing if there are no more. */
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
