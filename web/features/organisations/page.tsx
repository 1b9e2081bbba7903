import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { firmMatterPath, pages } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { MatterId } from '#contract/matters/matters.ts'
import {
  type MatterOrganisation,
  officerRoleNames,
  organisationKindNames,
  organisations,
} from '#contract/organisations/organisations.ts'
import { Ownership, sourceText } from '#web/features/matters/dialog.tsx'
import { ReadingNote, useFirmMatterFile } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { ClosedRolesHere, useMay } from '#web/platform/session.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FactsForm } from './parts/facts-form.tsx'
import { ProposedParties } from './parts/proposed-parties.tsx'
import { RegisterCard } from './parts/register-card.tsx'

export const OrganisationPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary
      key={id}
      page="Organisation"
      list={{ page: pages.firmMatters, words: 'All cases' }}
      skeleton={<SkeletonCard rows={6} />}
    >
      <Organisations id={MatterId.parse(id)} />
    </AsyncBoundary>
  )
}

/** Shows the organisation in the address, or else the first one of the case. */
const Organisations = ({ id }: { id: MatterId }) => {
  const [address] = useSearchParams()
  const { data } = useSuspenseQuery(query(organisations.list, { id }))
  const organisation = data.find(({ partyId }) => partyId === address.get('party')) ?? data[0]
  const { closedRoles } = useFirmMatterFile(id)
  if (organisation)
    return (
      <ClosedRolesHere value={closedRoles}>
        <Organisation key={organisation.partyId} id={id} organisation={organisation} />
      </ClosedRolesHere>
    )
  return (
    <Page title="Organisation" lead={<TextLink to={firmMatterPath(id)}>Back to the case</TextLink>}>
      <Empty title="No organisation on this case">
        Add the organisation as a party of the case first. Then enter who owns and runs it here.
      </Empty>
    </Page>
  )
}

interface OrganisationProps {
  id: MatterId
  organisation: MatterOrganisation
}

const Organisation = ({ id, organisation }: OrganisationProps) => {
  const { name, facts, source } = organisation
  const mayRun = useMay()('matters.run')
  const [isEditing, setEditing] = useState(false)
  return (
    <Page
      title={name}
      lead={<TextLink to={firmMatterPath(id)}>Back to the case</TextLink>}
      actions={
        mayRun &&
        !isEditing && (
          <Button icon={<Pencil />} onClick={() => setEditing(true)}>
            {facts ? 'Edit' : 'Add owners and officers'}
          </Button>
        )
      }
    >
      <ReadingNote words="You can read this case, but you don't work on it." />
      {isEditing ? (
        <FactsForm id={id} organisation={organisation} close={() => setEditing(false)} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="grid min-w-0 gap-5">
            <Card>
              <CardTitle lead={source ? sourceText(source) : 'Your client doesn’t see this.'}>
                Who owns it
              </CardTitle>
              {facts ? (
                <Ownership name={name} facts={facts} />
              ) : (
                <p>Nobody has entered its owners and officers yet.</p>
              )}
            </Card>
          </div>
          <div className="grid min-w-0 gap-5">
            {facts && <FactsCard organisation={{ ...organisation, facts }} />}
            {facts && mayRun && <ProposedParties id={id} partyId={organisation.partyId} />}
            <RegisterCard id={id} organisation={organisation} mayRun={mayRun} />
            <FilingsCard id={id} organisation={organisation} mayRun={mayRun} />
          </div>
        </div>
      )}
    </Page>
  )
}

type Known = MatterOrganisation & { facts: NonNullable<MatterOrganisation['facts']> }

const FactsCard = ({ organisation: { facts, number } }: { organisation: Known }) => (
  <Card className="grid gap-4">
    <CardTitle>Details</CardTitle>
    <DescriptionList
      variant="stacked"
      facts={[
        { name: 'Kind', value: organisationKindNames[facts.kind] },
        { name: 'Number', value: number || 'Not entered' },
        { name: 'Registered address', value: facts.registeredAddress || 'Not entered' },
      ]}
    />
    <div className="grid gap-1.5">
      <h3 className="text-sm text-ink-soft">Officers</h3>
      {facts.officers.length === 0 ? (
        <p>No officers are listed.</p>
      ) : (
        <ul aria-label="Officers" className="grid gap-1">
          {facts.officers.map((officer) => (
            <li key={`${officer.name} ${officer.role}`} className="wrap-anywhere">
              <span className="font-semibold">{officer.name}</span>{' '}
              <span className="text-ink-soft">{officerRoleNames[officer.role]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  </Card>
)

interface FilingsCardProps {
  id: MatterId
  organisation: MatterOrganisation
  mayRun: boolean
}

/** The documents that prove who owns and runs the organisation, such as the last confirmation statement. */
const FilingsCard = ({ id, organisation: { partyId, filings }, mayRun }: FilingsCardProps) => {
  const [fault, setFault] = useState<string>()
  const upload = useUpload(organisations.addFiling, { refreshes: [organisations.list] })
  const remove = useCommand(organisations.removeFiling, { refreshes: [organisations.list] })
  const onError = ({ message }: { message: string }) => setFault(message)
  const send = (file: File) => {
    setFault(undefined)
    upload.mutate({ file, input: { id, partyId } }, { onError })
  }
  return (
    <Card className="grid gap-4">
      <CardTitle lead="What you typed the owners and officers from, such as a confirmation statement or a trust deed.">
        Filings
      </CardTitle>
      {filings.length > 0 && (
        <ul aria-label="Filings" className="grid divide-y divide-line">
          {filings.map(({ id: filingId, filename, by, at }) => (
            <li key={filingId} className="flex items-start gap-2 py-2">
              <div className="min-w-0 flex-1">
                <a
                  href={urlOf(organisations.filing, { id, partyId, filingId })}
                  download
                  className="font-medium wrap-anywhere text-brand underline underline-offset-3"
                >
                  {filename}
                </a>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {by} · {dateText(at)}
                </p>
              </div>
              {mayRun && (
                <IconButton
                  label={`Remove ${filename}`}
                  icon={<Trash2 />}
                  onClick={() => remove.mutate({ id, partyId, filingId }, { onError })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayRun && (
        <FileDrop
          label="A filing"
          hint="PDF, PNG or JPG up to 10MB"
          accept=".pdf,.png,.jpg,.jpeg"
          onFile={send}
          disabled={upload.isPending}
        />
      )}
      {upload.isPending && <Progress label="Sending the filing" value={upload.sent * 100} />}
      <FormFault>{fault}</FormFault>
    </Card>
  )
}
