import type { ReactNode } from 'react'
import { Card } from './card.tsx'

/**
 * A page that needs no scrolling on a wide screen: it is as high as the window less the padding of `main`, and `Panes`
 * take the height that the rest leaves. The frame then leaves out its footer.
 */
export const FullHeight = ({ children }: { children: ReactNode }) => (
  <div data-window-high className="flex flex-col gap-4 lg:h-[max(calc(100dvh-4rem),30rem)] print:h-auto">
    {children}
  </div>
)

interface Pane {
  /** What a screen reader calls the pane, so that the two can be told apart and moved between. */
  label: string
  content: ReactNode
}

/** Two cards beside each other, each scrolling by itself where it is higher than the window. Stacked on a phone. */
export const Panes = ({ left, right }: Record<'left' | 'right', Pane>) => (
  <div className="grid items-start gap-5 lg:min-h-0 lg:flex-1 lg:grid-cols-2 lg:grid-rows-[minmax(0,1fr)]">
    {[left, right].map(({ label, content }, at) => (
      <Card
        key={at === 0 ? 'left' : 'right'}
        role="region"
        aria-label={label}
        className="grid gap-4 lg:max-h-full lg:overflow-y-auto"
      >
        {content}
      </Card>
    ))}
  </div>
)
