import { useParams } from 'react-router'
import { sessionToken } from '#contract/kit/session-token.ts'
import type { WitnessView } from '#contract/signatures/witness.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { incompleteLink } from '#web/ui/feedback/link-fault.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DeclineWitness } from './parts/decline-witness.tsx'
import { AttestForm, CodeForm, DetailsForm, useWitness, type WitnessDevice } from './parts/witness-forms.tsx'

/** The page behind a witness's link. Nobody is signed in here. The code opens it on this one device. */
export const WitnessPage = () => {
  const { token = '' } = useParams()
  if (sessionToken.test(token)) return <WholeLink token={token} />
  return (
    <Page title="Witness a deed" narrow>
      <Callout tone="warn" announce="alert" title={incompleteLink.title}>
        {incompleteLink.text}
      </Callout>
    </Page>
  )
}

const WholeLink = ({ token }: { token: string }) => {
  const device = useWitness(token)
  const { view, error, retry } = device
  return (
    <Page title="Witness a deed" lead={view && leadOf(view)} narrow>
      {view ? (
        <Stage device={device} view={view} />
      ) : error ? (
        <Callout
          tone="warn"
          announce="alert"
          title={
            error.reason === 'same_device' ? 'Please use another device' : 'This page couldn’t be loaded'
          }
          actions={error.reason !== 'same_device' && <Button onClick={retry}>Try again</Button>}
        >
          {error.message}
        </Callout>
      ) : (
        <Spinner words="Opening your link" />
      )}
    </Page>
  )
}

const leadOf = ({ firm, signer, document }: WitnessView) =>
  signer === null ? (
    firm
  ) : (
    <span className="wrap-anywhere">
      {signer} is signing “{document}” for {firm}, and has asked you to be their witness.
    </span>
  )

interface StageProps {
  device: WitnessDevice
  view: WitnessView
}

/** Shows one thing to do at a time. */
const Stage = ({ device, view }: StageProps) => {
  const { state, signer, name, isDeclined } = view
  if (isDeclined)
    return (
      <Callout tone="ok" title="You’ve said you can’t be the witness" announce="status">
        We’ve told the person who is signing, and {view.firm}. You have nothing more to do, and can close this
        page.
      </Callout>
    )
  if (state === 'over')
    return (
      <Callout tone="warn" title="This link no longer works" announce="status">
        The time may be up, the person who is signing may have signed out or made a new link, or the case was
        closed. Please ask them for a new one.
      </Callout>
    )
  if (state === 'witnessed')
    return (
      <Callout
        tone="ok"
        title={name ? 'Thank you. The deed is signed and sealed' : 'This deed is signed'}
        announce="status"
      >
        You have nothing more to do, and can close this page.
      </Callout>
    )
  if (state !== 'invited' && signer === null)
    return (
      <Callout tone="warn" title="This link is already open on another device" announce="status">
        If that isn’t yours, please ask the person who is signing for a new link.
      </Callout>
    )
  return (
    <div className="grid gap-6">
      <NextStep device={device} view={view} />
      <DeclineWitness device={device} firm={view.firm} />
    </div>
  )
}

const NextStep = ({ device, view }: StageProps) => {
  const { state, signer, name } = view
  if (signer === null) return <CodeForm device={device} />
  if (state === 'signed') return <AttestForm device={device} name={name ?? ''} signer={signer} />
  return state === 'present' && !device.isCorrecting ? (
    <Waiting device={device} view={view} />
  ) : (
    <DetailsForm device={device} name={name ?? ''} />
  )
}

const Waiting = ({ device, view: { signer, name } }: { device: WitnessDevice; view: WitnessView }) => (
  <div className="grid gap-4">
    <Callout
      tone="info"
      announce="status"
      title={<span className="wrap-anywhere">Now watch {signer} sign</span>}
      actions={<Button onClick={device.correct}>Change my details</Button>}
    >
      <span className="wrap-anywhere">
        Thank you, {name}. Please stay in the room and see them sign. This page carries on by itself, and you
        sign after them.
      </span>
    </Callout>
  </div>
)
