import { useQuery } from '@tanstack/react-query'
import { compliance } from '#contract/compliance.ts'
import { query } from '#web/platform/queries.ts'
import { Count } from '#web/ui/data/badge.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** The number of items that wait for a decision, beside the compliance page's navigation entry. */
export const OpenItemCount = () => {
  const { data = [] } = useQuery(query(compliance.items, { state: 'open' }))
  if (data.length === 0) return null
  return (
    <>
      <Count tone="info">{data.length}</Count>
      <VisuallyHidden>to decide</VisuallyHidden>
    </>
  )
}
