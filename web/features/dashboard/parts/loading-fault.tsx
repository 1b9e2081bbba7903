import { Button } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Something could not be loaded: nothing is lost, and it can be tried again. */
export const LoadingFault = ({ retry }: { retry: () => void }) => (
  <Callout
    tone="stop"
    announce="alert"
    title="Error loading data. Please try again later."
    actions={<Button onClick={retry}>Try again</Button>}
  >
    <p className="mb-2">Nothing you sent us has been lost.</p>
    <ReachUs />
  </Callout>
)
