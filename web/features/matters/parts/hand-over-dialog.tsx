import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ClientHandedOver, type HandOver, handOver } from '#contract/firm/hand-over.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { counted, dateText, dateTimeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers } from '../hooks.ts'

interface HandOverDialogProps {
  file: FirmMatterFile
  close: () => void
}

/** Hands a matter to a colleague, after showing what moves with it. */
export const HandOverDialog = ({ file, close }: HandOverDialogProps) => (
  <Dialog
    open
    onOpenChange={close}
    title="Hand over this case"
    description="Your colleague will be notified. You can’t hand over to someone who is away."
  >
    <HandOverForm file={file} close={close} />
  </Dialog>
)

const answers = [...firmMatterAnswers, handOver.show]

/** Nothing is kept once the dialog is shut: a colleague may hand the case over before it is opened again. */
const handOverQuery = (input: Input<typeof handOver.show>) => ({ ...query(handOver.show, input), gcTime: 0 })

const HandOverForm = (props: HandOverDialogProps) => {
  const { data, error } = useQuery(handOverQuery({ id: props.file.id }))
  if (error) return <FormFault>{error.message}</FormFault>
  if (!data) return <SkeletonCard rows={4} />
  return <ReadyForm {...props} shown={data} />
}

interface ReadyFormProps extends HandOverDialogProps {
  /** What moves with the case, whoever takes over. */
  shown: HandOver
}

const ReadyForm = ({ file, close, shown }: ReadyFormProps) => {
  const form = useHandOverForm({ file, close, shown })
  const toId = handOver.show.input.shape.toId.safeParse(form.watch('toId')).data
  const { data = shown, error } = useQuery({
    ...handOverQuery({ id: file.id, ...(toId && { toId }) }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FormFault>{error.message}</FormFault>
  const to = data.colleagues.find((person) => person.id === toId)?.name
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Who takes over?"
        required
        placeholder="Please choose"
        choices={data.colleagues.map(({ id: value, name, awayUntil }) => ({
          value,
          label: awayUntil ? `${name} (away until ${dateText(awayUntil)})` : name,
        }))}
        {...form.field('toId')}
      />
      <GoesAlong handedOver={data} to={to} />
      <TextArea
        label="Note for your colleague"
        optional
        hint="Only the firm reads it: it is kept with the internal notes"
        {...form.field('note')}
      />
      <Checkbox
        label={file.clients.length > 1 ? 'Tell the clients' : 'Tell the client'}
        hint={`“${to ?? 'Your colleague'} now looks after your case${data.from ? ` instead of ${data.from.name}` : ''}.” Their case shows the new name either way.`}
        {...form.field('isClientTold')}
      />
      <AskingFormFooter form={form} cancel={close}>
        Hand over
      </AskingFormFooter>
    </form>
  )
}

/** The form, which says afterwards what stays with the person who hands over. */
const useHandOverForm = ({ file, close, shown }: ReadyFormProps) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const me = useUser().id
  const { id } = file
  const [fromId] = useState(shown.from?.id ?? null)
  return useCommandForm(handOver.hand, {
    start: { id, fromId, toId: '', note: '', isClientTold: file.status === 'open' },
    done: async ({ to, appointments }) => {
      const left = appointments.filter(({ goesAlong }) => !goesAlong)
      const kept = left.map(({ startTime }) => dateTimeText(startTime)).join(', ')
      close()
      toast({
        title: `Handed over to ${to}`,
        description: left.length > 0 ? `Stays as booked, because ${to} isn't free: ${kept}.` : file.title,
        variant: 'success',
      })
      // The person who handed it over may no longer be allowed to see it.
      if (me === fromId) await navigate(pages.firmMatters)
      await refresh(cache, answers)
    },
    refused: ({ code, message }) => {
      if (code !== 'conflict') return
      close()
      toast({ title: 'Not handed over', description: message, variant: 'error' })
      void refresh(cache, answers)
    },
  })
}

/** Everything pending in the matter, and who is responsible for it afterwards. */
const GoesAlong = ({ handedOver, to }: { handedOver: HandOver; to: string | undefined }) => {
  const { from, clients, nextStep, appointments } = handedOver
  const names = { to: to ?? 'your colleague', from: from?.name ?? 'nobody' }
  return (
    <Callout title="What moves with it">
      <ul aria-label="What moves with it" className="grid list-disc gap-1.5 pl-5">
        {nextStep && <Line>Our next step: {nextStep}</Line>}
        {clients.map((client, at) => (
          // Two clients may have one name, and they come without their ids.
          <Line key={at}>{clientWords(client, names)}</Line>
        ))}
        {appointments.map(({ id, title, client, startTime, goesAlong }) => (
          <Line key={id}>
            {title} with {client}, {dateTimeText(startTime)}:{' '}
            {to === undefined
              ? 'keeps its time'
              : goesAlong
                ? `keeps its time, with ${to}`
                : `stays with ${names.from}, because ${to} isn't free then`}
          </Line>
        ))}
      </ul>
    </Callout>
  )
}

const Line = ({ children }: { children: ReactNode }) => <li className="wrap-anywhere">{children}</li>

const clientWords = (
  { name, becomes, isFileOpened, reviews, unread }: ClientHandedOver,
  { to, from }: { to: string; from: string },
) =>
  [
    !isFileOpened && `${name} stays with whoever is responsible for them: only this case is handed over.`,
    isFileOpened &&
      {
        handed: `${name}: ${to} will be responsible for this client.`,
        stays: `${name} stays with ${from} because of another case, and ${to} sees the file as well.`,
        joined: `${name} stays with whoever is responsible for them, and ${to} sees the file as well.`,
      }[becomes],
    reviews > 0 &&
      `${reviews === 1 ? '1 document or check waits' : `${reviews} documents and checks wait`} for a decision.`,
    unread > 0 && `${counted(unread, 'unread message')} to ${from}: please answer before you hand over.`,
  ]
    .filter(Boolean)
    .join(' ')
