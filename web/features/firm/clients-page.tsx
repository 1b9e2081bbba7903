import { Page } from '#web/ui/layout/page.tsx'
import { ClientList } from './parts/client-list.tsx'

/** The clients that this person may look at, and how far each has come. */
export const ClientsPage = () => (
  <Page title="Clients" lead="Everyone you look after, and how far each of them has come.">
    <ClientList />
  </Page>
)
