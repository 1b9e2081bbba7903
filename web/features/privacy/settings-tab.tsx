import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { ComplaintForm } from './parts/complaint-form.tsx'
import { ErasureForm } from './parts/erasure-form.tsx'
import { ExportForm } from './parts/export-form.tsx'

/** What a client may ask for under the law, without having to know the law. */
export const DataProtectionTab = () => (
  <div className="grid max-w-180 gap-5">
    <Card>
      <CardTitle lead="Everything this portal holds about you, and your files as you sent them.">
        Download your data
      </CardTitle>
      <ExportForm />
    </Card>
    <Card>
      <CardTitle lead="We'll look at what we can erase and answer within a month.">
        Ask us to erase your data
      </CardTitle>
      <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
        <ErasureForm />
      </AsyncBoundary>
    </Card>
    <Card>
      <CardTitle lead="It's free, and it won't affect how we look after your matter.">
        Make a complaint
      </CardTitle>
      <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
        <ComplaintForm />
      </AsyncBoundary>
    </Card>
  </div>
)
