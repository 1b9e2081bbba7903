import { now, weekdayText } from '#web/platform/clock.ts'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { ClientList } from './parts/client-list.tsx'
import { TodayCard } from './parts/today-card.tsx'
import { WaitingCards } from './parts/waiting-cards.tsx'

/** Where people of the firm arrive: what waits for them, and how far their clients have come. */
export const FirmPage = () => (
  <Page title={`Hello, ${useUser().firstName}`} tabTitle="Your firm" lead={weekdayText(now())}>
    <WaitingCards />
    <TodayCard />
    <ClientList />
  </Page>
)
