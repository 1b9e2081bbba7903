import { useSearchParams } from 'react-router'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { ApiKeys } from './parts/api-keys.tsx'
import { CompanyRegisterTab } from './parts/company-register.tsx'
import { ConnectionsTab } from './parts/connections/connections.tsx'
import { IdentityProviderTab } from './parts/identity-provider.tsx'
import { PaymentsTab } from './parts/payments.tsx'
import { SignOnTab } from './parts/sign-on/sign-on.tsx'
import { TextsTab } from './parts/texts.tsx'
import { Webhooks } from './parts/webhooks/webhooks.tsx'

const names = [
  'keys',
  'webhooks',
  'sign-on',
  'payments',
  'texts',
  'register',
  'identity',
  'connections',
] as const
type Name = (typeof names)[number]

/** The access of the firm's other systems to the portal, and the services that the portal uses. */
export const IntegrationsPage = () => {
  const [address, setAddress] = useSearchParams()
  const value = names.find((name) => name === address.get('tab')) ?? 'keys'
  const open = (tab: Name) => setAddress({ tab }, { replace: true })
  return (
    <Page
      title="Integrations"
      lead="Connect the firm's other systems to this portal, and the services it uses."
    >
      <Tabs<Name>
        label="Integrations"
        value={value}
        onChange={open}
        tabs={[
          { value: 'keys', label: 'API keys', content: <ApiKeys /> },
          { value: 'webhooks', label: 'Webhooks', content: <Webhooks /> },
          { value: 'sign-on', label: 'Sign-in', content: <SignOnTab /> },
          { value: 'payments', label: 'Payments', content: <PaymentsTab /> },
          { value: 'texts', label: 'Text messages', content: <TextsTab /> },
          { value: 'register', label: 'Company register', content: <CompanyRegisterTab /> },
          { value: 'identity', label: 'Identity checks', content: <IdentityProviderTab /> },
          { value: 'connections', label: 'Connections', content: <ConnectionsTab /> },
        ]}
      />
    </Page>
  )
}
