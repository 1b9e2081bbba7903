import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export interface FoldProps {
  title: string
  aside?: string
  isFolded: boolean
  children: ReactNode
}

const isNarrow = () => matchMedia('(width < 40rem)').matches

/** The browser's own way to open and close a part of a page. */
export const Fold = ({ title, aside, isFolded, children }: FoldProps) => {
  const [isOpenAtFirst] = useState(() => !isFolded && !isNarrow())
  return (
    <details open={isOpenAtFirst} className="min-w-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-1.5 select-none [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{title}</span>
          {aside && <span className="figures text-sm text-ink-soft">{aside}</span>}
        </span>
        <ChevronDown className="flex-none transition-transform duration-150 [[open]>summary>&]:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
