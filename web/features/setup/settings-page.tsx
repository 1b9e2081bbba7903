import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { HolidayRegion, type LetterTerms, regionWords, settings, timeZones } from '#contract/settings.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { FirmFactsFields } from './parts/firm-facts-fields.tsx'

/** The firm's own details, shown on every page, and its settings for the portal. */
export const FirmSettingsPage = () => (
  <Page title="Firm settings" lead="Clients see this on every page. Changes take effect immediately.">
    <AsyncBoundary skeleton={<SettingsSkeleton />}>
      <SettingsForm />
    </AsyncBoundary>
  </Page>
)

const useSettingsForm = () => {
  const cache = useQueryClient()
  const { data } = useSuspenseQuery(query(settings.all, {}))
  const form = useCommandForm(settings.save, {
    start: { ...data, basedOn: data },
    done: async (saved) => {
      // Also what a colleague has saved meanwhile, so that the next press doesn't put it back.
      form.reset({ ...saved, basedOn: saved })
      await refresh(cache, [settings.firm, settings.all])
      toast({ title: 'Settings saved', variant: 'success' })
    },
  })
  useUnloadQuestion(form.formState.isDirty)
  return form
}

interface SettingsFieldsProps {
  form: ReturnType<typeof useSettingsForm>
}

const SettingsForm = () => {
  const form = useSettingsForm()
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle>The firm</CardTitle>
        <FirmFactsFields field={form.field} />
        <TextField label="VAT number" optional {...form.field('vatNumber')} />
      </Card>
      <HoursFields form={form} />
      <LetterFields field={form.field} />
      <ReusedChecksFields form={form} />
      <FaceComparisonField form={form} />
      <Card className="grid gap-4">
        <CardTitle>Shared computers</CardTitle>
        <Checkbox
          label="Clients may use shared computers"
          hint="Browsers then keep no copy of any document or picture. Pages with pictures load more slowly."
          {...form.field('isOnSharedComputers')}
        />
      </Card>
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save settings
        </Button>
      </div>
    </form>
  )
}

const HoursFields = ({ form }: SettingsFieldsProps) => {
  const { data } = useSuspenseQuery(query(settings.all, {}))
  const zones = [...new Set([...timeZones, data.timeZone])]
  return (
    <Card className="grid gap-5">
      <CardTitle>Hours and replies</CardTitle>
      <TextField
        label="When clients can expect a reply"
        hint="For example, within one working day"
        {...form.field('expectedReply')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Time zone"
          hint="Appointments are booked in this time zone."
          choices={zones.map((zone) => ({ value: zone, label: zone.replace('_', ' ') }))}
          {...form.field('timeZone')}
        />
        <SelectField
          label="Bank holidays"
          hint="No appointments are offered on these days."
          choices={HolidayRegion.options.map((region) => ({ value: region, label: regionWords[region] }))}
          {...form.field('holidays')}
        />
      </div>
    </Card>
  )
}

/** For how long a check that was made for one case counts for the next. */
const ReusedChecksFields = ({ form }: SettingsFieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle lead="A client’s checks count for their next case as well, so they aren’t asked twice. Once these months are over, the next case asks again. An identity document counts until it expires.">
      Reusing checks
    </CardTitle>
    <div className="grid gap-5 sm:grid-cols-2">
      <MonthsField
        label="Proof of address, in months"
        hint="From the date on the document: 1 to 12."
        {...form.control('addressMonths')}
      />
      <MonthsField
        label="Identity check, in months"
        hint="From the day it was done: 1 to 60."
        {...form.control('identityMonths')}
      />
    </div>
  </Card>
)

const FaceComparisonField = ({ form }: SettingsFieldsProps) => (
  <Card className="grid gap-4">
    <CardTitle>Comparing faces</CardTitle>
    <Checkbox
      label="Compare the selfie with the identity document"
      hint="Only for clients who have agreed to it. It never decides anything on its own."
      {...form.field('isFaceComparisonOn')}
    />
    <Callout tone="info" title="What this means">
      A face is biometric data (UK GDPR, Article 9). Faces are compared on this machine, only the score is
      kept, and someone at the firm looks at both photos. If you turn this off, no more faces will be
      compared; existing scores are kept with their documents until the client withdraws consent or the
      documents are deleted.
    </Callout>
  </Card>
)

interface MonthsFieldProps {
  label: string
  hint: string
  name: string
  value: number
  onChange: (months: number) => void
  error: string | undefined
}

/** Text that isn't a number becomes NaN, which the contract refuses with its own message. */
const MonthsField = ({ value, onChange, ...rest }: MonthsFieldProps) => (
  <TextField
    inputMode="numeric"
    value={Number.isNaN(value) ? '' : String(value)}
    onChange={({ target }) => onChange(Number.parseInt(target.value, 10))}
    {...rest}
  />
)

const SettingsSkeleton = () => (
  <SkeletonGroup words="Loading the settings">
    <SkeletonCard rows={6} />
    <SkeletonCard rows={2} />
  </SkeletonGroup>
)

interface LetterFieldsProps {
  field: (name: keyof LetterTerms) => Omit<TextFieldProps & TextAreaProps, 'label'>
}

/** The firm's texts in the client care letter. */
const LetterFields = ({ field }: LetterFieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle>Client care letter</CardTitle>
    <Callout tone="info" title="Read the letter before your first client signs it">
      Each new client is asked to sign this letter, with your wording below; the rest is model wording for
      England and Wales. You'll find your clients' letters under E-Signatures. Letters already written won't
      change.
    </Callout>
    <TextField
      label="Who supervises the work"
      optional
      hint="Name and status. For example, Alex Hartley, solicitor and partner. If left blank, the letter says clients will be told in writing."
      {...field('supervisor')}
    />
    <TextArea
      label="How you charge"
      optional
      hint="In full sentences. If left blank, the letter says clients will be told in writing before work begins."
      {...field('feesText')}
    />
    <TextArea
      label="Estimate of the costs"
      optional
      hint="In full sentences, including payments to others. If left blank, the letter promises a written estimate."
      {...field('estimateText')}
    />
  </Card>
)
