import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Sparkles, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import {
  DismissedTips,
  dismissedTipsKey,
  type Tip,
  type TipState,
  tips,
  tipsFor,
} from '#contract/assistant/tips.ts'
import { documents } from '#contract/documents/documents.ts'
import { pages } from '#contract/kit/pages.ts'
import { useTaskList } from '#web/features/tasks/hooks.tsx'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { useTipPlace } from '#web/ui/layout/tip-place.tsx'

/** Milliseconds. */
const stillness = 300

const memory = stored(dismissedTipsKey, DismissedTips)

/**
 * Up to two tips from Obi. A tip appears beside its subject if the page has a place for it, otherwise after the
 * content.
 */
export const Tips = () => {
  const { pathname } = useLocation()
  const state = useTipState(pathname)
  const [dismissed, setDismissed] = useState(() => memory.read() ?? [])
  const isSettled = usePageAtRest(pathname)
  const place = useTipPlace()
  if (!state || !(isSettled || place)) return null
  const shown = tipsFor(tips, { path: pathname, state, dismissed })
  const hasMore = shown.length < tipsFor(tips, { path: pathname, state, dismissed: [] }).length
  const dismiss = (id: string) => {
    const all = [...new Set([...dismissed, id])]
    memory.write(all)
    setDismissed(all)
  }
  const reset = () => {
    memory.clear()
    setDismissed([])
  }
  if (shown.length === 0 && !hasMore) return null
  const tipsNow = (
    <aside aria-label="Tips from Obi" data-print="hide" className="@container grid gap-3">
      {shown.length > 0 && (
        <ul className="grid gap-3 @2xl:grid-cols-2">
          {shown.map((tip) => (
            <TipCard key={tip.id} tip={tip} onDismiss={() => dismiss(tip.id)} />
          ))}
        </ul>
      )}
      {hasMore && dismissed.length > 0 && (
        <Button variant="link" className="justify-self-start" onClick={reset}>
          Show tips again
        </Button>
      )}
    </aside>
  )
  return place ? createPortal(tipsNow, place) : tipsNow
}

const TipCard = ({ tip, onDismiss }: { tip: Tip; onDismiss: () => void }) => {
  const { title, content, actionText, actionLink, showChatButton } = tip
  return (
    <li className="flex gap-3 rounded-xl border border-[color-mix(in_oklch,var(--brass)_45%,transparent)] bg-brass-tint p-4">
      <Sparkles aria-hidden className="flex-none text-brass" />
      <div className="min-w-0 flex-1">
        <span className="block text-sm text-ink-soft">Tip from Obi</span>
        <p className="font-semibold">{title}</p>
        <p className="mt-1 text-sm">{content}</p>
        {(actionLink || showChatButton) && (
          <div className="mt-2.5 flex flex-wrap gap-2">
            {actionLink && actionText && (
              <ButtonLink size="small" to={actionLink}>
                {actionText}
              </ButtonLink>
            )}
            {showChatButton && (
              <ButtonLink size="small" to={`${pages.assistant}?q=${encodeURIComponent(showChatButton)}`}>
                Ask Obi
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      <IconButton
        label={`Dismiss tip: ${title}`}
        icon={<X className="size-4!" />}
        onClick={onDismiss}
        className="-mt-2 -mr-2"
      />
    </li>
  )
}

/**
 * Returns whether the page has had no requests under way for a moment. Earlier tips would be moved by loading content.
 */
const usePageAtRest = (path: string) => {
  const isFetching = useIsFetching() > 0
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (isFetching || settled === path) return
    const timer = setTimeout(() => setSettled(path), stillness)
    return () => clearTimeout(timer)
  }, [isFetching, path, settled])
  return settled === path
}

/** Returns the data that tips depend on, once it is loaded. Fetches documents only on the page whose tips need them. */
const useTipState = (path: string): TipState | null => {
  const { isTwoFactorEnabled } = useUser()
  const { data: tasks } = useTaskList({ enabled: true })
  const isOnDocuments = path === pages.documents
  const { data: list } = useQuery({ ...query(documents.list, {}), enabled: isOnDocuments })
  const [isPhone] = useState(() => matchMedia('(max-width: 767px)').matches)
  if (!tasks || (isOnDocuments && !list)) return null
  return { tasks, documents: list ?? [], isTwoFactorEnabled, isPhone }
}
