import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { identityReports } from '#contract/identity/reports.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { useUpload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FileDrop } from '#web/ui/fields/file-drop.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Report } from './identity-report.tsx'

/** Reports of external identity checks about a client. A person reads them and decides. */
export const IdentityReports = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Reports id={id} />
  </AsyncBoundary>
)

const Reports = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(identityReports.ofClient, { id }))
  const { reports, canAsk } = data
  const mayDecide = useMay()('identity.decide')
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Identity reports"
      subtitle={reports.length === 0 ? 'None yet' : `${reports.length} by identity providers`}
      defaultOpen={reports.length > 0}
    >
      <p className="px-4.5 py-3 text-sm text-ink-soft">
        A report is what a provider says, on the date it gives. It isn't a verification by the portal and
        settles nothing here: read it and decide.
      </p>
      {reports.length === 0 && (
        <Empty title="No identity reports yet">Reports by identity providers will appear here.</Empty>
      )}
      {reports.length > 0 && (
        <ul aria-label="Identity reports" className="grid divide-y divide-line border-t border-line">
          {reports.map((report) => (
            <li key={report.id} className="px-4.5 py-3.5">
              <Report id={id} report={report} mayDecide={mayDecide} />
            </li>
          ))}
        </ul>
      )}
      {mayDecide && (
        <div className="flex flex-wrap gap-2.5 border-t border-line px-4.5 py-3.5">
          <Button size="small" onClick={() => setAdding(true)}>
            Upload a report
          </Button>
          {canAsk && <AskButton id={id} provider={canAsk} />}
        </div>
      )}
      {isAdding && (
        <Dialog
          open
          onOpenChange={() => setAdding(false)}
          title="Upload a report"
          description="Enter what the report says, word for word."
        >
          <AddForm id={id} close={() => setAdding(false)} />
        </Dialog>
      )}
    </Section>
  )
}

const AskButton = ({ id, provider }: { id: UserId; provider: string }) => {
  const cache = useQueryClient()
  const ask = useCommand(identityReports.ask, { refreshes: [identityReports.ofClient] })
  return (
    <>
      <Button
        size="small"
        busy={ask.isPending}
        onClick={() => ask.mutate({ id }, { onError: () => void refresh(cache, [identityReports.ofClient]) })}
      >
        {`Start a check by ${provider}`}
      </Button>
      <FormFault>{ask.error?.message}</FormFault>
    </>
  )
}

const AddForm = ({ id, close }: { id: UserId; close: () => void }) => {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const upload = useUpload(identityReports.add, { refreshes: [identityReports.ofClient] })
  const form = useRulesForm(identityReports.add.input, {
    start: {
      id,
      provider: '',
      registerEntry: '',
      reference: '',
      level: '',
      checkedOn: '',
      result: '',
    },
  })
  const send = form.whenValid((input) => {
    setFault(undefined)
    if (!file) return setFault('Please choose the report as a PDF.')
    upload.mutate(
      { file, input },
      {
        onSuccess: close,
        onError: (problem: Problem) => {
          form.refuse(problem)
          if (Object.keys(problem.fields).length === 0) setFault(problem.message)
        },
      },
    )
  })
  return (
    <form {...form.props} onSubmit={(event) => void send(event)} className="grid gap-5">
      <TextField label="Provider" autoComplete="off" {...form.field('provider')} />
      <DateField label="Date of the check" {...form.control('checkedOn')} />
      <TextField
        label="What it says"
        hint="Its result, in the provider's own words"
        autoComplete="off"
        {...form.field('result')}
      />
      <TextField label="Provider's reference" autoComplete="off" {...form.field('reference')} />
      <TextField label="Level it claims (optional)" autoComplete="off" {...form.field('level')} />
      <TextField
        label="Register entry (optional)"
        hint="The provider's entry in a register of certified services, if the report gives one"
        autoComplete="off"
        {...form.field('registerEntry')}
      />
      <FileDrop
        label="The report"
        hint={file ? file.name : 'PDF up to 10MB'}
        accept=".pdf"
        onFile={setFile}
        disabled={upload.isPending}
      />
      <AskingFormFooter form={{ ...form, fault: fault ?? form.fault, busy: upload.isPending }} cancel={close}>
        Save the report
      </AskingFormFooter>
    </form>
  )
}
