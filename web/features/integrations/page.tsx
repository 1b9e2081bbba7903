import { Page } from '#web/ui/layout/page.tsx'
import { ApiKeys } from './parts/api-keys.tsx'

/** What other systems of the firm may ask the portal. */
export const IntegrationsPage = () => (
  <Page title="Integrations" lead="Connect the firm's other systems to this portal.">
    <ApiKeys />
  </Page>
)
