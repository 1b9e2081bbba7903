import { useState } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { isFinished } from '#contract/tasks.ts'
import { TaskBadge, useTasks } from '#web/features/tasks/hooks.tsx'
import { dateText } from '#web/platform/clock.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFaceConsent, useWithdrawFaceConsent } from './hooks.ts'

/** Leads to the upload of the client's identity document. */
export const VerificationPage = () => {
  const proof = useTasks().find(({ kind }) => kind === 'proof_of_identity')
  const isSent = proof !== undefined && isFinished(proof)
  return (
    <Page title="Identity verification">
      <div className="grid max-w-140 gap-5.5">
        <Card>
          <CardTitle
            aside={proof && isSent && <TaskBadge task={proof} />}
            lead={
              isSent
                ? "We have your identity document, so there's nothing to do here."
                : "We're required by law to check who our clients are. It takes about a minute."
            }
          >
            Verify Your Identity
          </CardTitle>
          {!isSent && <Preparation />}
          <ButtonLink to={pages.identityUpload} variant={isSent ? 'secondary' : 'primary'} size="large">
            {isSent ? 'Upload another' : 'Continue'}
          </ButtonLink>
        </Card>
        <FaceConsentCard />
      </div>
    </Page>
  )
}

const Preparation = () => (
  <ul className="mb-5 grid list-disc gap-1.5 pl-5">
    <li>Have your passport, driving licence or national ID card to hand.</li>
    <li>Photograph the whole page on a dark table, in even light and without glare.</li>
    <li>We read it on our own secure system. If anything is unclear, someone will check it.</li>
  </ul>
)

/** The client's answer about the comparison of their face, with a way to withdraw consent. Nothing if never asked. */
const FaceConsentCard = () => {
  const consent = useFaceConsent()
  if (!consent) return null
  const day = dateText(consent.at)
  return (
    <Card>
      <CardTitle
        lead={
          consent.isGiven
            ? `On ${day} you agreed that we may compare your selfie with the photo on your document.`
            : `On ${day} you said no. We may check who you are in another way.`
        }
      >
        Face comparison
      </CardTitle>
      {consent.isGiven && <Withdrawal />}
    </Card>
  )
}

const Withdrawal = () => {
  const [isAsked, setAsked] = useState(false)
  const withdraw = useWithdrawFaceConsent()
  const confirm = () =>
    withdraw.mutate(
      {},
      {
        onSuccess: () =>
          toast({
            title: 'Consent withdrawn',
            description:
              "We won't compare your face with your document, and any comparison made has been deleted.",
          }),
        onError: ({ message }) => toast({ title: message, variant: 'error' }),
        onSettled: () => setAsked(false),
      },
    )
  return (
    <Confirm
      open={isAsked}
      onOpenChange={setAsked}
      trigger={<Button>Withdraw consent</Button>}
      title="Withdraw your consent?"
      description="We won't compare your face with your document, and we'll delete any comparison made. Your verification carries on."
      confirmLabel="Withdraw consent"
      busy={withdraw.isPending}
      onConfirm={confirm}
    />
  )
}
