import { useUser } from '#web/features/accounts/hooks.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { NotFoundPage } from './fault-pages.tsx'

/** Where people of the firm arrive. To a client it does not exist. */
export const FirmPage = () => {
  const { role, firstName } = useUser()
  if (role === 'client') return <NotFoundPage />
  return (
    <Page
      title={`Hello, ${firstName}`}
      tabTitle="Your firm"
      lead="You are signed in as a person of the firm."
    >
      <Card className="max-w-180">
        <CardTitle>What comes here</CardTitle>
        <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
          <li>Your clients and how far each of them has come</li>
          <li>Documents that wait for a decision of yours, with what was read from them</li>
          <li>Payments received, and what each was for</li>
        </ul>
        <p className="mt-4 text-ink-soft">
          Until then, your account settings are the part of the portal that is yours.
        </p>
      </Card>
    </Page>
  )
}
