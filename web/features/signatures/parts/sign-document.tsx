import { Download, UserPlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { documents } from '#contract/documents/documents.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { urlOf } from '#contract/kit/transport.ts'
import type { SignatureRequest } from '#contract/signatures/signatures.ts'
import { deedLaw, type WitnessStanding, witness } from '#contract/signatures/witness.ts'
import { type TextMessageId, textStandingWords } from '#contract/text-messages.ts'
import { counted, timeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { DocumentPages } from '#web/ui/data/document-pages.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { MobileChoice } from '#web/ui/fields/choices.tsx'
import { SharedAddress } from '#web/ui/fields/shared-address.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import {
  paperOf,
  useNoteOpened,
  useRefreshRequests,
  useTextOffer,
  useTextStanding,
  useWitnessStanding,
} from '../hooks.ts'
import { SignForm, type SignFormProps } from './sign-form.tsx'

interface SignDocumentProps {
  request: SignatureRequest
  cancel: () => void
  done: () => void
}

/** Shows the document page by page, with the signature form below it. */
export const SignDocument = ({ request, cancel, done }: SignDocumentProps) => {
  const { id, name, pages } = request
  useNoteOpened(id)
  const paper = useMemo(() => paperOf(request), [request])
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid gap-2.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-soft">{`${counted(pages, 'page')}. Please read all of it before you sign.`}</p>
          <ButtonAnchor size="small" href={urlOf(documents.download, { id })} icon={<Download />}>
            Download a copy
          </ButtonAnchor>
        </div>
        <div
          role="region"
          aria-label={`${name}, to read`}
          // Focusable, so that the keyboard can scroll it.
          tabIndex={0}
          className="max-h-[min(60dvh,40rem)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-sunken p-3"
        >
          <DocumentPages paper={paper} onSeen={(page) => setSeen((all) => new Set(all).add(page))} />
        </div>
      </div>
      {request.isDeed ? (
        <SignDeed request={request} pagesSeen={seen.size} cancel={cancel} />
      ) : (
        <SignForm request={request} pagesSeen={seen.size} cancel={cancel} done={done} />
      )}
    </div>
  )
}

type Invitation = Output<typeof witness.invite>

/** Signs a deed once its witness is there. Then waits for the witness to sign too. */
const SignDeed = (props: Omit<SignFormProps, 'done'>) => {
  const { id } = props.request
  const { data: standing, error, isLoading } = useWitnessStanding(id)
  const { invitation, form, offer } = useWitnessInvitation(id)
  const state = standing?.state
  const canSign = state === 'present'
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      <section aria-labelledby="your-witness" className="grid gap-4">
        <div className="grid gap-2">
          <h3 id="your-witness" className="text-lg font-semibold">
            Your witness
          </h3>
          {state !== 'signed' && <WhyWitness />}
        </div>
        {isLoading && <Spinner words="Loading" />}
        <FormFault>{error?.message}</FormFault>
        {standing && <Standing standing={standing} />}
        {state === 'invited' && invitation && <InvitationCard invitation={invitation} />}
        {state === 'invited' && !invitation && (
          <p className="text-ink-soft">
            The code was shown when you invited your witness. If you no longer have it, make a new link.
          </p>
        )}
        {!isLoading && state !== 'witnessed' && (
          <InviteWitness {...{ form, offer, state, isDeclined: standing?.isDeclined ?? false }} />
        )}
      </section>
      {canSign ? (
        <SignForm {...props} done={() => {}} />
      ) : (
        <DialogFooter>
          <Button onClick={props.cancel}>Close</Button>
        </DialogFooter>
      )}
    </div>
  )
}

const useWitnessInvitation = (id: SignatureRequest['id']) => {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const refreshStanding = useRefreshRequests()
  const form = useCommandForm(witness.invite, {
    start: { id },
    done: async (invited) => {
      setInvitation(invited)
      await refreshStanding()
    },
  })
  const { data: offer } = useTextOffer()
  return { invitation, form, offer }
}

interface InviteWitnessProps extends Pick<ReturnType<typeof useWitnessInvitation>, 'form' | 'offer'> {
  state: WitnessStanding['state'] | undefined
  isDeclined: boolean
}

/** Makes a link for the witness, and texts them the code if the signer likes. */
const InviteWitness = ({ form, offer, state, isDeclined }: InviteWitnessProps) => {
  const turn = (isOn: boolean) => {
    form.setValue('mobile', isOn ? '' : undefined)
    form.clearErrors('mobile')
  }
  return (
    <form {...form.props} className="grid justify-items-start gap-4">
      {offer?.isOffered && isAwaited(state) && (
        <MobileChoice
          isOn={form.watch('mobile') !== undefined}
          turn={turn}
          isKept={offer.isKept}
          field={form.field('mobile')}
        />
      )}
      <FormFault>{form.fault}</FormFault>
      <Button
        type="submit"
        variant={state && state !== 'over' ? 'ghost' : 'primary'}
        icon={<UserPlus />}
        busy={form.busy}
      >
        {state === 'signed'
          ? 'Start again with a new link'
          : isDeclined
            ? 'Invite another witness'
            : state
              ? 'Make a new link'
              : 'Invite your witness'}
      </Button>
    </form>
  )
}

/** Whether a code is still to reach the witness. Once they have used it, only a new link would need another. */
const isAwaited = (state: WitnessStanding['state'] | undefined) =>
  state === undefined || state === 'invited' || state === 'over'

const WhyWitness = () => (
  <div className="grid gap-2 text-ink-soft">
    <p>
      This is a deed, so you need to sign it in front of a witness. They must be in the room with you, see you
      sign, and not be a party to the deed. They sign on their own phone or computer, and their name, address
      and occupation are recorded in the deed.
    </p>
    <p className="text-sm">
      Why: <OutsideLink href={deedLaw.link}>{deedLaw.name}</OutsideLink>
    </p>
  </div>
)

/** Says what the witness has done, and what comes next. */
const Standing = ({ standing: { state, name, expiresAt, isDeclined } }: { standing: WitnessStanding }) => {
  const words = isDeclined
    ? declinedWords(name ?? 'The person you invited')
    : standingWords(name ?? 'Your witness', timeText(expiresAt))[state]
  return (
    <Callout tone={words.tone} title={<span className="wrap-anywhere">{words.title}</span>} announce="status">
      {words.text}
    </Callout>
  )
}

const declinedWords = (name: string) =>
  ({
    tone: 'warn',
    title: `${name} can’t be your witness`,
    text: 'The deed isn’t signed yet. Please invite someone else.',
  }) as const

const standingWords = (name: string, time: string) =>
  ({
    invited: {
      tone: 'info',
      title: 'Waiting for your witness to open the link',
      text: `It works until ${time}. You both need to have signed by then.`,
    },
    entered: {
      tone: 'info',
      title: 'Your witness has opened the link',
      text: 'They’re entering their name, address and occupation. You can sign once they’ve finished.',
    },
    present: {
      tone: 'ok',
      title: `${name} is ready`,
      text: `Please sign now, while they’re watching. You both need to have signed by ${time}.`,
    },
    signed: {
      tone: 'info',
      title: `You’ve signed. ${name} signs next`,
      text: `They have until ${time}. Please stay signed in until they’ve finished: if you sign out, their link stops working. We’ll seal the deed as soon as they’ve signed.`,
    },
    witnessed: { tone: 'ok', title: `Signed by you and ${name}`, text: 'The deed is sealed.' },
    over: {
      tone: 'warn',
      title: 'The link has expired',
      text: 'The deed wasn’t signed by both of you in time, so it isn’t signed yet. Please make a new link.',
    },
  }) as const satisfies Record<WitnessStanding['state'], { tone: string; title: string; text: string }>

/** Shows the link for the witness's own device, and the code that the signer tells them. */
const InvitationCard = ({ invitation: { path, code, textId } }: { invitation: Invitation }) => {
  const address = new URL(path, location.origin).href
  const card = useRef<HTMLDivElement>(null)
  // It appears where the button was, at the end of the dialog, so most of it would be below the fold.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={card} className="scroll-mb-24">
      <SharedAddress
        address={address}
        label="Link for your witness"
        hint="They can scan the QR code with their phone’s camera, or open this link."
        pictureLabel="QR code for your witness’s phone"
        copied="Send it to your witness."
      >
        <p>
          Code to tell your witness
          <span className="figures block text-[1.75rem] leading-tight font-semibold tracking-wider">
            {code.slice(0, 3)} {code.slice(3)}
          </span>
        </p>
        {textId && <TextShown id={textId} />}
      </SharedAddress>
    </div>
  )
}

const TextShown = ({ id }: { id: TextMessageId }) => {
  const { data } = useTextStanding(id)
  return <p role="status">{data && textStandingWords(data)}</p>
}
