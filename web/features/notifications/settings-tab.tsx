import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type NotificationChoices, notifications } from '#contract/notifications/notifications.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup, Switch } from '#web/ui/fields/choices.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Settings for which notifications the user gets, and how. */
export const NotificationsTab = () => (
  <div className="grid max-w-180 gap-5">
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Choices />
    </AsyncBoundary>
  </div>
)

const Choices = () => {
  const { data: saved } = useSuspenseQuery(query(notifications.choices, {}))
  const save = useCommand(notifications.saveChoices, { refreshes: [notifications.choices] })
  const [draft, setDraft] = useState<NotificationChoices | null>(null)
  const choices = draft ?? saved
  const change = (part: Partial<NotificationChoices>) => setDraft({ ...choices, ...part })
  const submit = () =>
    save.mutate(choices, {
      onSuccess: () => {
        setDraft(null)
        toast({ title: 'Notification preferences updated', variant: 'success' })
      },
    })
  return (
    <div className="grid gap-5">
      <EmailCard choices={choices} change={change} />
      <InAppCard choices={choices} change={change} />
      <FormFault>{save.error?.message}</FormFault>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" busy={save.isPending} onClick={submit}>
          Save preferences
        </Button>
        {draft && !save.isPending && <p className="text-sm text-ink-soft">Not saved yet</p>}
      </div>
    </div>
  )
}

interface PartProps {
  choices: NotificationChoices
  change: (part: Partial<NotificationChoices>) => void
}

const EmailCard = ({ choices: { email, delivery, isQuietAtNight }, change }: PartProps) => {
  const switchOf = (name: keyof typeof email) => ({
    checked: email[name],
    onChange: (isOn: boolean) => change({ email: { ...email, [name]: isOn } }),
  })
  return (
    <Card>
      <CardTitle lead="Our emails tell you there's something new and link to it. Only appointment emails say more: when it is.">
        Email
      </CardTitle>
      <Switches label="Email">
        <Switch
          label="Document updates"
          hint="Your documents, including any waiting for your signature"
          {...switchOf('documentUpdates')}
        />
        <Switch label="Task reminders" hint="What's still for you to do" {...switchOf('taskReminders')} />
        <Switch
          label="Appointment reminders"
          hint="The day before, and an hour before"
          {...switchOf('appointmentReminders')}
        />
        <Switch
          label="Payment confirmations"
          hint="What we have received from you"
          {...switchOf('paymentConfirmations')}
        />
      </Switches>
      <div className="mt-4 grid gap-4 border-t border-line pt-5">
        <RadioGroup
          label="Email frequency"
          value={delivery}
          onChange={({ target }) => change({ delivery: target.value === 'daily' ? 'daily' : 'at_once' })}
          choices={[
            { value: 'at_once', label: 'Straight away', hint: 'One email for each update' },
            {
              value: 'daily',
              label: 'Once a day',
              hint: 'One email at 8am with everything; appointments straight away',
            },
          ]}
        />
        <Switch
          label="Quiet at night"
          hint="Updates wait until 8am. Appointment changes and account emails still come straight away."
          checked={isQuietAtNight}
          onChange={(isOn) => change({ isQuietAtNight: isOn })}
        />
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        We'll always tell you straight away about changes to your account itself, such as a new password.
      </p>
    </Card>
  )
}

const InAppCard = ({ choices: { inApp }, change }: PartProps) => {
  const switchOf = (name: keyof typeof inApp) => ({
    checked: inApp[name],
    onChange: (isOn: boolean) => change({ inApp: { ...inApp, [name]: isOn } }),
  })
  return (
    <Card>
      <CardTitle lead="What appears under the bell. While they're on, messages and case updates are emailed too.">
        In-app
      </CardTitle>
      <Switches label="In-app">
        <Switch label="Messages" hint="A new message for you" {...switchOf('messages')} />
        <Switch
          label="Document status updates"
          hint="A document was accepted, or needs to be sent again"
          {...switchOf('documentStatus')}
        />
        <Switch label="Case updates" hint="A new step in one of your cases" {...switchOf('caseUpdates')} />
      </Switches>
    </Card>
  )
}

const Switches = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="divide-y divide-line border-t border-line">
    <legend className="sr-only">{label}</legend>
    {children}
  </fieldset>
)
