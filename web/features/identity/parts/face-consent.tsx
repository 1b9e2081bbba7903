import { useState } from 'react'
import { useFaceConsent, useWithdrawFaceConsent } from '#web/features/identity/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The client's answer about the comparison of their face, with a way to withdraw consent. Nothing if never asked. */
export const FaceConsentCard = () => {
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
        onSuccess: () => toast({ title: 'Consent withdrawn', description: "We've deleted the comparison." }),
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
      description="We'll delete the comparison, and someone at the firm will look at both pictures instead. Your verification carries on."
      confirmLabel="Withdraw consent"
      busy={withdraw.isPending}
      onConfirm={confirm}
    />
  )
}
