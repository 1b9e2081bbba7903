import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Briefcase, FileText, MessageSquare, Search as SearchIcon, UserRound } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type SearchKind, type SearchResult, search } from '#contract/search.ts'
import { query } from '#web/platform/queries.ts'
import { useSettled } from '#web/platform/timers.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const kinds: Record<SearchKind, { icon: typeof UserRound; label: string }> = {
  client: { icon: UserRound, label: 'Client' },
  matter: { icon: Briefcase, label: 'Case' },
  document: { icon: FileText, label: 'Document' },
  message: { icon: MessageSquare, label: 'Message' },
}

/** Fewer letters would match almost everything. */
const fewest = 2
/** Milliseconds without typing before the portal is asked. */
const pause = 200

/** Searches everything the user may see, and opens a result. */
export const SearchDialog = ({ close }: { close: () => void }) => {
  const [typed, setTyped] = useState('')
  const { results, error, status, retry } = useSearch(typed)
  const navigate = useNavigate()
  const follow = (path: string) => {
    close()
    void navigate(path)
  }
  const list = useRef<HTMLUListElement>(null)
  return (
    <Dialog open onOpenChange={close} title="Search">
      <form
        role="search"
        className="grid content-start gap-4 md:min-h-80"
        onKeyDown={(event) => moveFocus(event, list.current)}
        onSubmit={(event) => {
          event.preventDefault()
          if (results[0]) follow(results[0].path)
        }}
      >
        <TextField
          label="Clients, cases, documents and messages"
          type="search"
          autoComplete="off"
          spellCheck={false}
          ref={focus}
          maxLength={100}
          before={<SearchIcon className="size-4!" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {error ? (
          <SearchFailure words={error.message} retry={retry} />
        ) : (
          <p role="status" className="text-sm text-ink-soft">
            {status}
          </p>
        )}
        <ul
          ref={list}
          aria-label="Results"
          className="-mx-3 grid max-h-[50dvh] overflow-y-auto p-1 empty:hidden"
        >
          {results.map((result) => (
            <li key={`${result.kind} ${result.id}`}>
              <Result result={result} follow={close} />
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

/** Searches for what is typed, once it rests. */
const useSearch = (typed: string) => {
  const words = useSettled(typed.trim(), pause)
  const isAsked = words.length >= fewest
  const { data, error, isFetching, refetch } = useQuery({
    ...query(search.find, { words }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // Data changes all the time, so the same words are searched again.
    staleTime: 0,
  })
  const results = useDeferredValue(isAsked ? (data ?? []) : [])
  return {
    results,
    error,
    status: statusOf({ isAsked, isFetching, count: results.length }),
    retry: () => void refetch(),
  }
}

/** Moves the focus by the arrow keys through the results, and between them and the field. */
const moveFocus = (event: KeyboardEvent<HTMLElement>, list: HTMLElement | null) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const places = [event.currentTarget.querySelector('input'), ...links]
  const at = places.indexOf(document.activeElement as HTMLAnchorElement)
  places[(at + step + places.length) % places.length]?.focus()
}

const SearchFailure = ({ words, retry }: { words: string; retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title="The search didn't work"
    actions={
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    }
  >
    {words}
  </Callout>
)

const Result = ({ result, follow }: { result: SearchResult; follow: () => void }) => {
  const { kind, title, detail, path } = result
  const { icon: Icon, label } = kinds[kind]
  return (
    <Link
      to={path}
      onClick={follow}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 hover:bg-sunken focus-visible:bg-sunken"
    >
      <Icon className="shrink-0 text-ink-soft" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-semibold">{title}</span>
        {detail !== '' && <span className="truncate text-sm text-ink-soft">{detail}</span>}
      </span>
      <span className="text-sm text-ink-soft">{label}</span>
    </Link>
  )
}

const statusOf = ({
  isAsked,
  isFetching,
  count,
}: {
  isAsked: boolean
  isFetching: boolean
  count: number
}) => {
  if (!isAsked) return 'Type a name, a reference or a few words. Small typing errors are forgiven.'
  if (count > 0) return count === 1 ? '1 result' : `${count} results`
  return isFetching ? 'Searching…' : 'Nothing found among the clients you can see.'
}

// The dialog does not move a focus that is already inside it.
const focus = (field: HTMLInputElement | null) => field?.focus()
