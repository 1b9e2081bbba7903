import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReachUs } from '#web/ui/reach-us.tsx'
import { useCompleteOnboarding } from './hooks.ts'

/** Holds the place of the guided chat, and lets a new client go on to their tasks. */
export const OnboardingPage = () => {
  const complete = useCompleteOnboarding()
  return (
    <Page title="Verify your identity" narrow>
      <Card className="grid gap-4">
        <p>
          The guided chat that verifies your identity is not open yet. Nothing is lost by that: verifying who
          you are is one of your tasks, and you can do it from your dashboard.
        </p>
        <p className="text-ink-soft">
          Go on now and your dashboard and payments open. The identity task stays on your list until it is
          done.
        </p>
        <div>
          <Button
            variant="primary"
            size="large"
            busy={complete.isPending}
            onClick={() => complete.mutate()}
            className="max-sm:w-full"
          >
            Complete onboarding for now
          </Button>
        </div>
        {complete.error && <ReachUs />}
      </Card>
    </Page>
  )
}
