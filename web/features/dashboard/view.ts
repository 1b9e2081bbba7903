import { useState } from 'react'
import { z } from 'zod'
import { stored } from '#web/platform/storage.ts'

const View = z.enum(['overview', 'grouped'])
export type View = z.infer<typeof View>

const kept = stored('dashboard_view', View)

/** The client's choice between the overview and the grouped progress view; this browser remembers it. */
export const useView = () => {
  const [view, setView] = useState(() => kept.read() ?? 'overview')
  const choose = (next: View) => {
    kept.write(next)
    setView(next)
  }
  return [view, choose] as const
}
