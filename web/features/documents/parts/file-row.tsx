import { FileText, Image } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FileRowProps {
  name: string
  type: string
  /** At the end: size, time, a button. */
  children: ReactNode
}

/** One file on a line; a long name is cut, and a name that runs from right to left stays in its place. */
export const FileRow = ({ name, type, children }: FileRowProps) => (
  <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-xl border border-line bg-sunken px-3.5 py-2.5">
    {type.startsWith('image/') ? <Image /> : <FileText />}
    <bdi className="min-w-0 flex-1 truncate font-semibold max-sm:basis-40" title={name}>
      {name}
    </bdi>
    <div className="figures ml-auto flex flex-none items-center gap-2 text-sm text-ink-soft">{children}</div>
  </div>
)
