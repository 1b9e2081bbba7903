import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type Guest, type GuestAccess, guests } from '#contract/guests.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Party } from '#contract/matters/party.ts'
import { isForGuests } from '#contract/templates/step.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { mobileIn, type TextMessageId, textMessages, textStandingWords } from '#contract/text-messages.ts'
import { dateText } from '#web/platform/clock.ts'
import { useHasMailServer } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox, MobileChoice } from '#web/ui/fields/choices.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { InvitationLink } from '#web/ui/overlays/unsent-invitations.tsx'
import { firmMatterAnswers } from '../../hooks.ts'

const guestAnswers = [guests.list, ...firmMatterAnswers]

interface GuestDialogProps {
  id: MatterId
  party: Party
  /** Null if they have not been invited. */
  guest: Guest | null
  close: () => void
}

/** Invites a party without an account, or gives them a new link and code. */
export const GuestDialog = ({ id, party, guest, close }: GuestDialogProps) => {
  const [access, setAccess] = useState<GuestAccess | null>(null)
  const sendsEmail = useHasMailServer()
  const way = sendsEmail
    ? `They’ll get a link by email to ${party.email}, and a code by telephone or text.`
    : `You’ll get a link to pass on to ${party.name}, and a code to tell them by telephone or text.`
  return (
    <Dialog
      open
      onOpenChange={close}
      // The code is shown only once, so a slip of the hand must not close it.
      dismissible={access === null}
      title={guest ? `Guest: ${party.name}` : `Invite ${party.name} as a guest`}
      description={
        access
          ? `${access.path === null ? 'The link is on its way by email.' : 'This portal sends no email: please pass the link on yourself.'} ${access.textId === null ? 'Please pass the code on by telephone.' : ''}`
          : `${way} They’ll see only what you ask them for, and nothing else about the case.`
      }
    >
      {access ? (
        <CodeShown access={access} party={party} close={close} />
      ) : guest ? (
        <KnownGuest id={id} party={party} guest={guest} done={setAccess} close={close} />
      ) : (
        <InviteForm id={id} party={party} done={setAccess} close={close} />
      )}
    </Dialog>
  )
}

interface StepProps {
  id: MatterId
  party: Party
  done: (access: GuestAccess) => void
  close: () => void
}

const InviteForm = (props: StepProps) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
    <Inviting {...props} />
  </AsyncBoundary>
)

/** The titles of what the template asks of a guest in this role, now or once other steps are done. */
const useSteps = (id: MatterId, { role }: Party) =>
  useSuspenseQuery(query(matterTemplates.one, { id })).data.steps.filter(
    (step) => step.roles.includes(role) && isForGuests(step) && ['open', 'waiting'].includes(step.state),
  )

const TemplateRequests = ({ steps }: { steps: ReturnType<typeof useSteps> }) => (
  <div>
    <p>The template of this case asks them for:</p>
    <ul aria-label="Asked by the template" className="list-disc pl-5">
      {steps.map(({ key, title, waitsFor }) => (
        <li key={key} className="wrap-anywhere">
          {title}
          {waitsFor && <span className="text-ink-soft"> · after {waitsFor}</span>}
        </li>
      ))}
    </ul>
  </div>
)

const Inviting = ({ id, party, done, close }: StepProps) => {
  const cache = useQueryClient()
  const steps = useSteps(id, party)
  const sendsEmail = useHasMailServer()
  const [isShared, setShared] = useState(false)
  const form = useCommandForm(guests.invite, {
    refused: ({ reason }) => setShared(reason === clientsAddress),
    start: { id, partyId: party.id, documents: steps.length > 0 ? [] : [{ title: '', description: '' }] },
    done: async (access) => {
      done(access)
      await refresh(cache, guestAnswers)
    },
  })
  const wanted = form.watch('documents') ?? []
  return (
    <form {...form.props} className="grid gap-5">
      {steps.length > 0 && <TemplateRequests steps={steps} />}
      {wanted.map((_, at) => (
        // Rows are only added at the end, so the index is the key.
        <div key={at} className="grid gap-3">
          <TextField
            label={wanted.length > 1 ? `Document ${at + 1}` : 'Which document do you need?'}
            {...form.field(`documents.${at}.title`)}
          />
          <TextArea
            label="What helps them find the right one"
            optional
            {...form.field(`documents.${at}.description`)}
          />
        </div>
      ))}
      {wanted.length < 10 && (
        <div>
          <Button
            size="small"
            onClick={() => form.setValue('documents', [...wanted, { title: '', description: '' }])}
          >
            {wanted.length === 0 ? 'Ask for another document' : 'Ask for another'}
          </Button>
        </div>
      )}
      <ByText form={form} party={party} />
      {isShared && <SharedAddress field={form.field('isSharedAddress')} />}
      <AskingFormFooter form={form} cancel={close}>
        {sendsEmail ? 'Send link' : 'Create link'}
      </AskingFormFooter>
    </form>
  )
}

interface ByTextProps {
  form: {
    watch: (name: 'mobile') => string | undefined
    setValue: (name: 'mobile', value: string | undefined) => void
    clearErrors: (name: 'mobile') => void
    field: (name: 'mobile') => ComponentProps<typeof MobileChoice>['field']
  }
  party: Party
}

/**
 * Offered if the portal sends text messages. A landline number on record is not prefilled, so a mobile can be typed.
 */
const ByText = ({ form, party }: ByTextProps) => {
  const { data: offer } = useQuery(query(textMessages.offer, {}))
  if (!offer?.isOffered) return null
  const turn = (isOn: boolean) => {
    form.setValue('mobile', isOn ? (mobileIn(party.phone) ? party.phone : '') : undefined)
    form.clearErrors('mobile')
  }
  return (
    <MobileChoice
      isOn={form.watch('mobile') !== undefined}
      turn={turn}
      isKept={offer.isKept}
      field={form.field('mobile')}
    />
  )
}

const clientsAddress = 'clients_address'

/** Asked once the server has found that a client of the case would get the guest's link. */
const SharedAddress = ({ field }: { field: Omit<ComponentProps<typeof Checkbox>, 'label'> }) => (
  <Checkbox
    label="They share this address"
    hint="Give the code to the guest only, so that nobody else can answer for them."
    {...field}
  />
)

const linkWords = ({ hasLink, isLocked, expiresAt }: Guest) => {
  if (!hasLink) return `link expired on ${dateText(expiresAt)}`
  return isLocked ? 'link locked' : `link works until ${dateText(expiresAt)}`
}

const KnownGuest = ({ id, party, guest, done, close }: StepProps & { guest: Guest }) => {
  const { partyId, email, tasks, heldTasks, state } = guest
  const cache = useQueryClient()
  const sendsEmail = useHasMailServer()
  const [isShared, setShared] = useState(false)
  const form = useCommandForm(guests.renew, {
    refused: ({ reason }) => setShared(reason === clientsAddress),
    start: { id, partyId },
    done: async (access) => {
      done(access)
      await refresh(cache, guestAnswers)
    },
  })
  const end = useCommand(guests.end, { refreshes: guestAnswers })
  const onError = ({ message }: { message: string }) =>
    toast({ title: 'Not done', description: message, variant: 'error' })
  return (
    <form {...form.props} className="grid gap-5">
      <p className="wrap-anywhere">
        {email} · {tasks.completed} of {tasks.total} done · {heldTasks > 0 && `${heldTasks} more on hold · `}
        {linkWords(guest)}
      </p>
      {state === 'expired' && (
        <Callout tone="warn" title="Their link has expired">
          They can’t open their tasks. What they’ve sent is kept, and a new link and code let them carry on.
        </Callout>
      )}
      {guest.isLocked && state !== 'expired' && (
        <Callout tone="warn" title="Locked after five wrong codes">
          {state === 'done'
            ? 'Nothing is due from them at the moment. They need a new link and code once something is.'
            : 'A new link and code will let them in again.'}
        </Callout>
      )}
      <ByText form={form} party={party} />
      <FormFault>{form.fault}</FormFault>
      {isShared && <SharedAddress field={form.field('isSharedAddress')} />}
      <DialogFooter>
        <Button
          variant="destructive"
          busy={end.isPending}
          onClick={() => end.mutate({ id, partyId }, { onSuccess: close, onError })}
        >
          End access
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {sendsEmail ? 'Send new link and code' : 'Create new link and code'}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface CodeShownProps {
  access: GuestAccess
  party: Party
  close: () => void
}

const CodeShown = ({ access: { code, email, path, textId }, party, close }: CodeShownProps) => (
  <div className="grid gap-5">
    <div className="grid gap-1">
      <p>The code for {party.name}:</p>
      <p className="figures text-3xl font-semibold tracking-widest">
        {code.slice(0, 3)} {code.slice(3)}
      </p>
    </div>
    {textId && <TextShown id={textId} />}
    <Callout tone="info" title="We’ll show this code only once">
      {textId === null
        ? `Please tell ${party.name} by telephone${party.phone && ` on ${party.phone}`}.`
        : `If the text doesn’t arrive, tell ${party.name} by telephone.`}{' '}
      {path === null
        ? `Never send it to ${email}, where the link goes.`
        : 'Never send it together with the link.'}
    </Callout>
    {path && <InvitationLink invitation={{ to: party.name, path }} />}
    <DialogFooter>
      <Button variant="primary" onClick={close}>
        I’ve noted the code
      </Button>
    </DialogFooter>
  </div>
)

const TextShown = ({ id }: { id: TextMessageId }) => {
  const { data } = useQuery(query(textMessages.standing, { id }))
  return <p role="status">{data && textStandingWords(data)}</p>
}
