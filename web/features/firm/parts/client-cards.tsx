import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documentName } from '#contract/documents/documents.ts'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { type ClientFile, firm, type StaffName } from '#contract/firm/firm.ts'
import { teams } from '#contract/firm/teams.ts'
import { shownSubmitted } from '#contract/forms/firm-answers.ts'
import { type Answers, type FormType, forms } from '#contract/forms/forms.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, reviewPath } from '#contract/kit/pages.ts'
import { type FirmPayment, methodNames, payments } from '#contract/payments/payments.ts'
import { dateText, dateTimeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton, SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { paymentWords, standingOf } from '../words.ts'

/** The latest response to each form, as the client would see it. */
export const ClientAnswers = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <AllAnswers id={id} />
  </AsyncBoundary>
)

const AllAnswers = ({ id }: { id: UserId }) =>
  useSuspenseQuery(query(forms.ofClient, { id })).data.map((answers) => (
    <SubmittedAnswers key={answers.taskId} {...answers} />
  ))

const titles: Record<FormType, string> = {
  client_questionnaire: 'Client Questionnaire',
  risk_assessment: 'Risk Assessment',
  firm_form: 'Form',
}

const SubmittedAnswers = ({ form, formData, questions, submittedAt, version }: Answers) => (
  <Section
    title={questions?.sections[0]?.title ?? titles[form]}
    subtitle={`Submitted on ${dateTimeText(submittedAt)}${version > 1 ? `, version ${version}` : ''}`}
    defaultOpen={false}
  >
    {shownSubmitted({ form, formData, questions })
      .filter(({ answers }) => answers.length > 0)
      .map(({ title, answers }) => (
        <section key={title} aria-label={title} className="px-4.5 py-3.5">
          <h3 className="font-semibold">{title}</h3>
          <dl className="mt-2 grid gap-2.5">
            {answers.map(({ name, label, text }) => (
              <div key={name} className="grid gap-x-4 sm:grid-cols-[14rem_1fr]">
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </Section>
)

/** The client's documents, each with a link to its findings and decision. */
export const ClientDocuments = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Documents id={id} />
  </AsyncBoundary>
)

const Documents = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(reviews.ofClient, { id }))
  return (
    <Section title="Documents" subtitle={data.length === 0 ? 'None yet' : `${data.length} uploaded`}>
      {data.length === 0 && <Empty title="No documents yet">The client's documents will appear here.</Empty>}
      {data.map((document) => (
        <div key={document.id} className="relative transition-colors duration-150 hover:bg-sunken">
          <DocumentRow document={document} />
        </div>
      ))}
    </Section>
  )
}

/** One document with a link to its findings and decision. Shows the client's name in lists of several clients. */
export const DocumentRow = ({
  document,
  isNamed = false,
}: {
  document: ReviewedDocument
  isNamed?: boolean
}) => {
  const { id, filename, createdAt } = document
  const { tone, words } = standingOf(document)
  return (
    <Row
      mark={<FileText className="text-ink-soft" />}
      title={
        <Link to={reviewPath(id)} className="wrap-anywhere before:absolute before:inset-0">
          {documentName(document)}
        </Link>
      }
      detail={
        <span className="wrap-anywhere">
          {isNamed && `${fullName(document.client)} · `}
          <bdi>{filename}</bdi> · <Ago at={createdAt} />
        </span>
      }
      badge={<Badge tone={tone}>{words}</Badge>}
    />
  )
}

export const ClientPayments = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
    <Payments id={id} />
  </AsyncBoundary>
)

const Payments = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(payments.ofClient, { id }))
  return (
    <Section title="Payments" subtitle={data.length === 0 ? 'None yet' : undefined}>
      {data.length === 0 && <Empty title="No payments yet">The client's payments will appear here.</Empty>}
      {data.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </Section>
  )
}

/** One payment. In lists of several clients it shows the payer's name, with a link to them. */
export const PaymentRow = ({ payment, isNamed = false }: { payment: FirmPayment; isNamed?: boolean }) => {
  const { title, amount, status, paymentMethod, createdAt, client } = payment
  return (
    <Row
      title={
        isNamed ? (
          <Link to={clientPath(client.id)} className="wrap-anywhere before:absolute before:inset-0">
            {title}
          </Link>
        ) : (
          title
        )
      }
      badge={<Badge tone={paymentWords[status].tone}>{paymentWords[status].words}</Badge>}
      detail={[
        isNamed && fullName(client),
        methodNames[paymentMethod],
        dateText(createdAt),
        payment.receiptNumber && `Receipt ${payment.receiptNumber}`,
        payment.isTest && 'Test',
        status === 'completed' &&
          payment.refundedAmount > 0 &&
          `${formatPounds(payment.refundedAmount)} refunded`,
        payment.otherPayer &&
          `Paid ${paymentMethod === 'bank' ? 'from an account' : 'with a card'} in the name of ${payment.otherPayer}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      action={<span className="figures font-semibold">{formatPounds(amount)}</span>}
    />
  )
}

/** The staff who work with this client. Only administrators can change them. */
export const ClientTeam = ({ client }: { client: ClientFile }) => {
  const mayDo = useMay()
  const [isChanging, setChanging] = useState(false)
  return (
    <Card>
      <CardTitle
        aside={
          mayDo('clients.assign') && (
            <Button size="small" onClick={() => setChanging(true)}>
              Change
            </Button>
          )
        }
      >
        Team
      </CardTitle>
      <ul className="grid gap-3">
        {client.team.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Avatar name={fullName(person)} tone="neutral" />
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{fullName(person)}</span>
            {person.id === client.feeEarnerId && (
              <Badge tone="info" plain>
                Responsible
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {client.assignedTeam && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
          The {client.assignedTeam.name} team sees this client too.
        </p>
      )}
      {isChanging && (
        <Dialog open onOpenChange={setChanging} title="Team" description={fullName(client)}>
          <AsyncBoundary skeleton={<TeamSkeleton />}>
            <TeamForm client={client} close={() => setChanging(false)} />
          </AsyncBoundary>
        </Dialog>
      )}
    </Card>
  )
}

const TeamForm = ({ client, close }: { client: ClientFile; close: () => void }) => {
  const cache = useQueryClient()
  const { data: colleagues } = useSuspenseQuery(query(firm.colleagues, {}))
  const others = client.team.filter(({ id }) => id !== client.feeEarnerId)
  const form = useCommandForm(firm.assign, {
    start: {
      id: client.id,
      feeEarnerId: client.feeEarnerId ?? '',
      memberIds: others.map(({ id }) => id),
      teamId: client.assignedTeam?.id ?? null,
    },
    done: async () => {
      await refresh(cache, [firm.client, firm.clients])
      toast({ title: 'Team saved', description: fullName(client), variant: 'success' })
      close()
    },
  })
  const { data: allTeams } = useSuspenseQuery(query(teams.list, {}))
  const team = form.control('teamId')
  const responsible = form.watch('feeEarnerId')
  const isOther = ({ id }: StaffName) => id !== responsible
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Responsible"
        placeholder="Please choose"
        hint="New messages, documents and appointments go to this person."
        choices={colleagues.map((person) => ({ value: person.id, label: fullName(person) }))}
        {...form.field('feeEarnerId')}
      />
      <CheckboxGroup
        label="Also works with this client"
        optional
        choices={colleagues.filter(isOther).map((person) => ({ value: person.id, label: fullName(person) }))}
        {...form.field('memberIds')}
      />
      {allTeams.length > 0 && (
        <SelectField
          label="Team of the firm"
          hint="Everyone in it sees this client."
          name={team.name}
          error={team.error}
          choices={[
            { value: '', label: 'None' },
            ...allTeams.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          value={team.value ?? ''}
          onChange={({ target }) => team.onChange((target.value || null) as typeof team.value)}
        />
      )}
      <FormFooter form={form} cancel={close}>
        Save
      </FormFooter>
    </form>
  )
}

const TeamSkeleton = () => (
  <SkeletonGroup words="Loading people">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-24 w-full" />
  </SkeletonGroup>
)
