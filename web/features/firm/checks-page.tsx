import { useSuspenseQuery } from '@tanstack/react-query'
import { nameOf } from '#contract/firm.ts'
import { identity, type ReviewedVerification } from '#contract/identity.ts'
import { clientPath } from '#contract/pages.ts'
import { query } from '#web/platform/queries.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { CheckActions } from './parts/check-actions.tsx'
import { checkWords, documentNames, modulusNames } from './words.ts'

/** Identity and bank checks that no evidence could settle. */
export const ChecksPage = () => (
  <Page
    title="Identity and bank checks"
    lead="Submitted by clients; needs your decision. The oldest are first."
  >
    <Waiting skeleton={<SkeletonCard rows={3} />}>
      <Checks />
    </Waiting>
  </Page>
)

const Checks = () => {
  const { data: waiting } = useSuspenseQuery(query(identity.waiting, {}))
  if (waiting.length === 0)
    return (
      <Card>
        <Empty title="Nothing awaiting your decision">
          A check appears here when a client has submitted it and it needs your decision.
        </Empty>
      </Card>
    )
  return (
    <ul className="grid gap-3">
      {waiting.map((check) => (
        <li key={check.taskId}>
          <CheckCard check={check} />
        </li>
      ))}
    </ul>
  )
}

const CheckCard = ({ check }: { check: ReviewedVerification }) => {
  const { client, taskId, verificationType, completedAt } = check
  const what = `${checkWords[verificationType]} of ${nameOf(client)}`
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">
          <h2 className="text-section">{checkWords[verificationType]}</h2>
          <p className="text-sm text-ink-soft">
            <TextLink to={clientPath(client.id)}>{nameOf(client)}</TextLink> · Submitted:{' '}
            <Ago at={completedAt} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CheckActions clientId={client.id} taskId={taskId} what={what} submittedAt={completedAt} />
        </div>
      </div>
      <Facts look="stacked" facts={factsOf(check)} />
    </Card>
  )
}

const factsOf = (check: ReviewedVerification) => {
  const { verificationType, document, accountName, sortCode, accountNumber, bankName, modulus } = check
  if (verificationType === 'id')
    return [{ name: 'Document stated by client', value: document ? documentNames[document] : 'None' }]
  return [
    { name: 'Account name', value: accountName ?? 'Not given' },
    { name: 'Bank', value: bankName ?? 'Not given' },
    { name: 'Sort code and account', value: `${sortCode ?? ''} ${accountNumber ?? ''}` },
    { name: 'Modulus check', value: modulus ? modulusNames[modulus] : 'Not done' },
  ]
}
