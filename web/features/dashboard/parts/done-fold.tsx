import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useIsPrinting } from '#web/platform/print.ts'

/** One line for what is done: it opens on demand, and on paper. */
export const DoneFold = ({ count, children }: { count: number; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  return (
    <Collapsible.Root open={isOpen || isPrinting} onOpenChange={setOpen}>
      <Collapsible.Trigger className={lineLook}>
        <span className="figures">{count} done</span>
        <ChevronDown className="size-4! transition-transform duration-150 in-data-[state=open]:rotate-180" />
      </Collapsible.Trigger>
      <Collapsible.Content>{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}

const lineLook =
  'flex min-h-11 w-full items-center gap-2 px-4.5 py-2.5 text-left text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink'
