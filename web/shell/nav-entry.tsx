import { ChevronDown, Lock, Wrench } from 'lucide-react'
import { type ReactNode, Suspense, use, useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Page } from '#contract/kit/pages.ts'
import { lockWords } from '#contract/onboarding/gate.ts'
import { useUser } from '#web/platform/session.ts'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { useIsLocked } from './navigation.ts'
import { type Entry, Portal } from './portal-context.ts'

interface NavEntryProps {
  entry: Entry
  /** `side` in the sidebar and in the phone's menu, `tab` in the phone's bottom bar. */
  variant: 'side' | 'tab'
  onFollow?: () => void
}

/** All navigation entries of the user. Entries that set up the firm are folded if there are three or more. */
export const NavEntries = ({ onFollow }: Pick<NavEntryProps, 'onFollow'>) => {
  const entries = use(Portal).entriesFor(useUser())
  const setUp = entries.filter(({ isSetUp }) => isSetUp)
  const draw = (entry: Entry) => (
    <NavEntry key={entry.path} entry={entry} variant="side" {...(onFollow && { onFollow })} />
  )
  if (setUp.length < 3) return entries.map(draw)
  return (
    <>
      {entries.filter(({ isSetUp }) => !isSetUp).map(draw)}
      <SetUpEntries paths={setUp.map(({ path }) => path)}>{setUp.map(draw)}</SetUpEntries>
    </>
  )
}

const SetUpEntries = ({ paths, children }: { paths: string[]; children: ReactNode }) => {
  const id = useId()
  const { pathname } = useLocation()
  const [chosen, choose] = useState<boolean | null>(null)
  const isOpen = chosen ?? paths.includes(pathname)
  const list = useRef<HTMLDivElement>(null)
  // On a low screen the current page's entry may be below the visible part of the navigation.
  useEffect(() => {
    if (isOpen) list.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, pathname])
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => choose(!isOpen)}
        className={classes(variants.side, idleClasses.side)}
      >
        <Wrench />
        <span className="flex-1 text-left">Set-up</span>
        <ChevronDown className={classes('size-4! transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div ref={list} id={id} hidden={!isOpen} className="grid gap-1 border-l border-line pl-2 ml-4.5">
        {children}
      </div>
    </>
  )
}

/** One entry of the navigation. Until onboarding is done, some are locked and say why. */
export const NavEntry = (props: NavEntryProps) => {
  const words = lockWords[props.entry.path as Page]
  const isLocked = useIsLocked() && words !== undefined
  return isLocked ? <LockedEntry {...props} words={words} /> : <OpenEntry {...props} />
}

const OpenEntry = ({ entry: { path, label, icon: Icon, Badge }, variant, onFollow }: NavEntryProps) => {
  const { preload } = use(Portal)
  const fetchParts = () => preload(path)
  return (
    <NavLink
      to={path}
      end
      onClick={onFollow}
      onPointerEnter={fetchParts}
      onFocus={fetchParts}
      className={({ isActive }) =>
        classes(variants[variant], isActive ? activeClasses[variant] : idleClasses[variant])
      }
    >
      <Icon />
      {Badge && variant === 'side' ? (
        <>
          <span className="flex-1">{label}</span>
          <Suspense fallback={null}>
            <Badge.Part />
          </Suspense>
        </>
      ) : (
        label
      )}
    </NavLink>
  )
}

/**
 * A locked entry cannot be opened but stays focusable. Its reason is read out, shown on hover and in a toast on press.
 */
const LockedEntry = ({ entry: { label, icon: Icon }, variant, words }: NavEntryProps & { words: string }) => {
  const id = useId()
  return (
    <Tooltip words={words} side={variant === 'side' ? 'right' : 'top'}>
      <button
        type="button"
        aria-disabled
        aria-describedby={id}
        onClick={() => toast({ title: words, variant: 'info' })}
        className={classes(variants[variant], 'cursor-not-allowed text-ink-soft')}
      >
        <LockedIcon variant={variant}>
          <Icon />
        </LockedIcon>
        <span className={variant === 'side' ? 'flex-1 text-left' : undefined}>{label}</span>
        {variant === 'side' && <Lock aria-label="Locked" className="size-4!" />}
        <span id={id} hidden>
          {words}
        </span>
      </button>
    </Tooltip>
  )
}

const LockedIcon = ({ variant, children }: { variant: 'side' | 'tab'; children: ReactNode }) =>
  variant === 'side' ? (
    children
  ) : (
    <span className="relative">
      {children}
      <span className="absolute -top-1.5 -right-2.5 grid size-4.5 place-items-center rounded-full bg-surface">
        <Lock aria-label="Locked" className="size-3!" />
      </span>
    </span>
  )

const variants = {
  side: 'flex min-h-10 w-full items-center gap-2.75 rounded-md px-2.75 text-[0.9375rem] font-medium touch:min-h-11',
  tab: 'flex min-h-14 flex-col items-center justify-center gap-1 text-[min(0.75rem,4.5vw)] font-semibold',
}
const activeClasses = {
  side: 'bg-surface font-semibold text-brand shadow-[var(--shadow-low),inset_0_0_0_1px_var(--line)]',
  tab: 'text-brand',
}
const idleClasses = {
  side: 'text-ink-soft transition-colors duration-150 hover:bg-line/40 hover:text-ink',
  tab: 'text-ink-soft',
}
