import { type ReactNode, useState } from 'react'
import { useKnownFirm } from '#web/features/settings/hooks.ts'
import { Reach } from '#web/ui/actions/reach-us.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { Loading } from './loading.tsx'

/** Tells all pages whose portal this is. Where the firm cannot be asked, the pages do without. */
export const FirmFacts = ({ children }: { children: ReactNode }) => {
  const { firm, isLoading } = useKnownFirm()
  const [isAnswered, setAnswered] = useState(false)
  // Once only: a later question about the firm must not take away the page that asks it.
  if (!isLoading && !isAnswered) setAnswered(true)
  if (!isAnswered) return <Loading />
  return (
    <SiteName value={firm?.name ?? 'Client Portal'}>
      <Reach value={firm}>{children}</Reach>
    </SiteName>
  )
}
