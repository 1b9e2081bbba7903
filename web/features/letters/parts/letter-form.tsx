import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Output } from '#contract/kit/endpoint.ts'
import type { LetterTemplate } from '#contract/letter-templates/letter-templates.ts'
import { fieldOfQuestion, parseTemplate } from '#contract/letter-templates/merge-text.ts'
import { letters } from '#contract/letters/letters.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import { StepField, useStepChoice } from '#web/features/signatures/hooks.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { DiscardQuestion, useDiscardQuestion } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { isWritten, type letterDraftOf } from '../draft.ts'
import { templateAnswers, usePreview } from '../hooks.ts'
import { LetterSheet, MissingFields } from './letter-sheet.tsx'

type Recipient = Output<typeof letters.ofMatter>['recipients'][number]

export interface WriteLetterProps {
  id: MatterId
  recipients: Recipient[]
  /** The names of people on our side who can't be chosen. */
  notOffered: readonly string[]
  steps: Output<typeof letters.ofMatter>['steps']
}

interface LetterFormProps extends WriteLetterProps {
  recipients: [Recipient, ...Recipient[]]
  template: LetterTemplate
  draft: ReturnType<typeof letterDraftOf>
  done: () => void
  children: React.ReactNode
}

type SendOptions = Omit<LetterFormProps, 'notOffered' | 'steps' | 'children'> & {
  /** The step that the user chose, if they chose one. */
  chosenStep: RefObject<TaskId | null | undefined>
}

/** Sends the letter, unless its template or the details in it have changed meanwhile. */
const useSendLetter = ({ id, recipients, template, draft, done, chosenStep }: SendOptions) => {
  const cache = useQueryClient()
  return useCommandForm(letters.send, {
    start: {
      id,
      templateKey: template.key,
      templateVersion: template.version,
      recipientId: recipients[0].id,
      answers: Object.fromEntries(
        template.questions.map(({ key }) => [key, draft.answersOf(template.key)[key] ?? '']),
      ),
      dataDigest: '',
      delivery: 'signature',
    },
    // The page fills in the step and the digest, which may change because the letter was sent.
    once: useAttempt(({ dataDigest: _, taskId: __, ...written }) => [written, chosenStep.current]),
    done: async ({ name, recipient, delivery }) => {
      const description =
        delivery === 'signature'
          ? `${recipient} has been asked to sign it.`
          : `${recipient} will find it with their documents.`
      toast({ title: `${name} sent`, description, variant: 'success' })
      done()
      await refresh(cache, [letters.ofMatter])
    },
    refused: ({ code }) =>
      void (code === 'conflict' && refresh(cache, [...templateAnswers, letters.ofMatter, letters.preview])),
  })
}

/** The form with what follows from what is typed: the kept draft, the preview, and the step that the letter does. */
const useLetterForm = (props: LetterFormProps) => {
  const { id, recipients, steps, template, draft } = props
  const chosenStep = useRef<TaskId | null>(undefined)
  const form = useSendLetter({ ...props, chosenStep })
  const answers = { ...(form.watch('answers') as Record<string, string>) }
  const keep = useEffectEvent(() => draft.keep(template.key, answers))
  const written = JSON.stringify(answers)
  useEffect(() => keep(), [written])
  const { data: preview } = usePreview({
    id,
    templateKey: template.key,
    recipientId: (recipients.find((person) => person.id === form.watch('recipientId')) ?? recipients[0]).id,
    answers,
  })
  const dataDigest = preview?.dataDigest ?? ''
  const { setValue } = form
  // Identifies the preview beside the form, which is what the sender has read.
  useEffect(() => setValue('dataDigest', dataDigest), [setValue, dataDigest])
  const recipientId = form.watch('recipientId')
  const waiting = steps.filter(({ clientId }) => clientId === recipientId)
  const step = useStepChoice(waiting, recipientId)
  useEffect(() => setValue('taskId', step.id), [setValue, step.id])
  useEffect(() => {
    chosenStep.current = step.chosen
  }, [step.chosen])
  return { form, answers, preview, waiting, step }
}

/** The questions of the template, beside a preview of the letter. */
export const LetterForm = (props: LetterFormProps) => {
  const { recipients, notOffered, template, done, children } = props
  const isDeed = template.kind === 'deed'
  const { form, answers, preview, waiting, step } = useLetterForm(props)
  const { cancel, question } = useDiscardQuestion(isWritten(answers), done)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Card>
        <CardTitle>Write a letter</CardTitle>
        <form {...form.props} className="grid gap-5">
          {children}
          {recipients.length > 1 && (
            <SelectField
              label="To"
              required
              choices={recipients.map((person) => ({ value: person.id as string, label: person.name }))}
              {...form.field('recipientId')}
            />
          )}
          <NotOffered names={notOffered} />
          <Questions template={template} form={form} />
          {isDeed ? <DeedCallout /> : <DeliveryField form={form} />}
          {waiting.length > 0 && (isDeed || form.watch('delivery') === 'signature') && (
            <StepField
              steps={waiting.map(({ id: value, title }) => ({ value, label: title }))}
              value={step.id}
              onChange={step.choose}
              error={form.control('taskId').error}
            />
          )}
          <MissingFields missing={preview?.missing ?? []} />
          <FormFault>{form.fault}</FormFault>
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button onClick={cancel}>Cancel</Button>
            <Button type="submit" variant="primary" busy={form.busy} busyText="Sending…">
              {isDeed ? 'Send deed' : 'Send letter'}
            </Button>
          </div>
          <DiscardQuestion
            {...question}
            title="Discard this letter?"
            description="What you wrote will be lost. Nothing has been sent."
          />
        </form>
      </Card>
      <div className="min-w-0 lg:sticky lg:top-5">
        {preview ? <LetterSheet preview={preview} /> : <Skeleton className="h-96 w-full" />}
      </div>
    </div>
  )
}

const listed = new Intl.ListFormat('en-GB')

const NotOffered = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="text-sm wrap-anywhere text-ink-soft">
      {listed.format(names)} can’t be chosen: only clients of this case with an account here can be sent
      letters and deeds. Anyone else signs on paper, and you can ask them for a photo of the signed copy as a
      guest.
    </p>
  )

interface FieldsProps {
  form: ReturnType<typeof useSendLetter>
}

const Questions = ({ template, form }: FieldsProps & { template: LetterTemplate }) => {
  const keys = template.questions.map(({ key }) => key)
  const needed = parseTemplate(template.text, keys).bare
  return template.questions.map(({ key, label }) => (
    <TextArea
      key={key}
      label={label}
      rows={2}
      required={needed.includes(fieldOfQuestion(key))}
      {...form.field(`answers.${key}` as 'answers')}
    />
  ))
}

const DeedCallout = () => (
  <Callout tone="info" title="This is a deed">
    It’s signed in the portal, in your client’s own name and before a witness who is in the same room and not
    a party to it.
  </Callout>
)

const DeliveryField = ({ form }: FieldsProps) => (
  <RadioGroup
    label="How to send it"
    choices={[
      {
        value: 'signature',
        label: 'To be signed',
        hint: 'Your client signs it under E-Signatures',
      },
      { value: 'document', label: 'To be read', hint: 'It’s kept with your client’s documents' },
    ]}
    {...form.field('delivery')}
  />
)
