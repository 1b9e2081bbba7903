import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { Count } from '../data/badge.tsx'

export interface Tab<V extends string = string> {
  value: V
  label: ReactNode
  count?: number
  content: ReactNode
}

export interface TabsProps<V extends string = string> {
  /** Accessible name of the tabs. */
  label: string
  tabs: readonly Tab<V>[]
  /** The tab that is open at first. Defaults to the first tab. */
  start?: V
  /** Set both to control the tabs from outside. */
  value?: V
  onChange?: (value: V) => void
  /** As wide as their container, in equal parts. */
  wide?: boolean
}

/**
 * Segmented tabs after the ARIA pattern: one stop for Tab, arrows move and open. Only the open tab's
 * content is mounted. Our own, because Radix's would cost the first page 9 KB.
 */
export const Tabs = <V extends string>({ label, tabs, start, value, onChange, wide }: TabsProps<V>) => {
  const id = useId()
  const [kept, keep] = useState(start ?? tabs[0]?.value)
  const open = value ?? kept
  // Too many for one row on a phone, where tabs that are cut off would be missed.
  const isMany = tabs.length > 3
  const choose = (next: V) => {
    keep(next)
    onChange?.(next)
  }
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        aria-label={label}
        data-print="hide"
        className={classes(
          'flex max-w-full flex-wrap gap-0.5 rounded-lg border border-line bg-sunken p-[3px]',
          !wide && 'w-fit',
          isMany &&
            'max-sm:grid max-sm:w-full max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]',
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === open}
            aria-controls={tab.value === open ? `${id}-panel` : undefined}
            tabIndex={tab.value === open ? 0 : -1}
            onClick={() => choose(tab.value)}
            onKeyDown={moveByKey}
            className={classes(tabClass, wide && 'flex-1')}
          >
            {tab.label} {tab.count !== undefined && <Count>{tab.count}</Count>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} key={open} className="mt-5">
        {tabs.find((tab) => tab.value === open)?.content}
      </div>
    </div>
  )
}

const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  const at = tabs.indexOf(event.currentTarget)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  const next = tabs.at(to % tabs.length)
  next?.focus()
  next?.click()
}

const tabClass =
  'inline-flex min-h-[2.1875rem] items-center justify-center gap-2 rounded-[8px] px-4 text-[0.875rem] max-lg:px-3 font-semibold ' +
  'whitespace-nowrap text-ink-soft transition-colors duration-150 hover:text-ink touch:min-h-11 ' +
  'aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-1 dark:aria-selected:bg-line'
