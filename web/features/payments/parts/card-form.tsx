import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Output } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import type { Payment, payments } from '#contract/payments/payments.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { discardCardWords } from './notices.tsx'

// Otherwise Stripe would track how the client uses the page, which is more than a payment needs.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

type Form = NonNullable<Output<typeof payments.form>['form']>

/** Stripe's own form, with the button that pays. */
export const CardForm = ({ form, payment }: { form: Form; payment: Payment }) => {
  const { place, opened, state, kind } = useStripeForm(form)
  const rules = useRulesForm(kind === 'card' ? withName : nameless, { start: { name: '' } })
  const { pay, fault, isLeaving } = useCardPayment({ opened, kind, payment })
  // Only of the name: what is typed in Stripe's form isn't ours to know. A bank may open its own page while we pay.
  const isTyped = rules.watch('name') !== ''
  useUnloadQuestion(isTyped && !rules.busy && !isLeaving, { words: discardCardWords })

  if (state === 'blocked') return <Blocked />
  return (
    <form {...rules.props} onSubmit={(event) => void rules.whenValid(pay)(event)} className="grid gap-5">
      {state === 'loading' && (
        <SkeletonGroup words="Loading Stripe's card form">
          <SkeletonCard rows={4} />
        </SkeletonGroup>
      )}
      {/* Rendered from the start, because Stripe measures it while it loads. */}
      <Card className={state === 'loading' ? 'sr-only' : 'grid gap-4'}>
        <div ref={place} className="min-h-40" />
        {state === 'ready' && kind === 'card' && (
          <TextField label="Name on card" autoComplete="cc-name" maxLength={100} {...rules.field('name')} />
        )}
      </Card>
      <FormFault>{fault}</FormFault>
      {state === 'ready' && (
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={rules.busy}
          busyText="Asking your bank…"
        >
          {`Pay ${formatPounds(payment.amount)}`}
        </Button>
      )}
    </form>
  )
}

type StripeForm = ReturnType<typeof useStripeForm>

interface CardPaymentOptions extends Pick<StripeForm, 'opened' | 'kind'> {
  payment: Payment
}

/** Confirms the payment with Stripe, and leaves the page unless there is something to mend on it. */
const useCardPayment = ({ opened, kind, payment }: CardPaymentOptions) => {
  const [fault, setFault] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    location.assign(returnPathOf(payment))
  }

  const pay = async ({ name }: { name: string }) => {
    setFault(undefined)
    if (!opened) return
    const { stripe, elements } = opened
    const billing = { payment_method_data: { billing_details: { name } } }
    try {
      // Stripe shows the error at its own fields.
      if ((await elements.submit()).error) return
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: {
          return_url: location.origin + returnPathOf(payment),
          ...(kind === 'card' && billing),
        },
        redirect: 'if_required',
      })
      // Paid or cancelled in another tab. The next page asks Stripe and shows which.
      if (!error || error.code === 'payment_intent_unexpected_state') return leave()
      const isAboutCard = error.type === 'card_error' || error.type === 'validation_error'
      setFault((isAboutCard && error.message) || unanswered)
    } catch {
      setFault(unanswered)
    }
  }
  return { pay, fault, isLeaving }
}

const nameless = z.object({ name: z.string() })
const withName = z.object({ name: z.string().trim().min(1, 'Please enter the name on your card') })

const unanswered = "We didn't hear back from Stripe. You can try again: you won't be charged twice."

/** Path of the page where the portal asks Stripe for the payment's status, without a third-party script. */
const returnPathOf = ({ id }: Payment) => `${pathTo(pages.payments, 'payment', id)}&returned=1`

const Blocked = () => (
  <Callout
    tone="warn"
    title="The card form couldn't be loaded"
    announce="alert"
    actions={
      <Button variant="primary" onClick={() => location.reload()}>
        Try again
      </Button>
    }
  >
    It comes from Stripe (js.stripe.com). Please check your connection, and that nothing in your browser
    blocks it. You haven't been charged, and nothing is lost.
  </Callout>
)

interface Opened {
  stripe: Stripe
  elements: StripeElements
}

/** Loads Stripe's script and opens its form in `place`, in the portal's own colours. */
function useStripeForm({ clientSecret, publishableKey }: Form) {
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const [state, setState] = useState<'loading' | 'ready' | 'blocked'>('loading')
  const [kind, setKind] = useState('card')
  useEffect(() => {
    let leave = () => {}
    const open = (stripe: Stripe | null) => {
      if (stripe === null || place.current === null) return
      const elements = stripe.elements({ clientSecret, appearance: appearanceNow(), loader: 'never' })
      const element = elements.create('payment', { layout: 'tabs', wallets: { link: 'never' } })
      element.on('ready', () => setState('ready'))
      element.on('loaderror', () => setState('blocked'))
      element.on('change', ({ value }) => setKind(value.type))
      element.mount(place.current)
      const watch = new MutationObserver(() => void elements.update({ appearance: appearanceNow() }))
      watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
      setOpened({ stripe, elements })
      leave = () => {
        watch.disconnect()
        element.destroy()
      }
    }
    let isLeft = false
    addEventListener('error', removeFailedScript, true)
    loadStripe(publishableKey, { locale: 'en-GB' }).then(
      (stripe) => isLeft || open(stripe),
      () => isLeft || setState('blocked'),
    )
    return () => {
      isLeft = true
      removeEventListener('error', removeFailedScript, true)
      leave()
    }
  }, [clientSecret, publishableKey])
  return { place, opened, state, kind }
}

/**
 * Removes a script that failed to load. Otherwise Stripe's loader would wait for it for ever instead of trying again.
 */
const removeFailedScript = ({ target }: Event) => {
  if (target instanceof HTMLScriptElement && target.src.startsWith('https://js.stripe.com/')) target.remove()
}

/** Returns the portal's current look, light or dark, as Stripe's Appearance API expects it. */
function appearanceNow() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => rgbOf(style.getPropertyValue(`--${name}`).trim())
  const isDark = document.documentElement.dataset.theme === 'dark'
  const colours = {
    colorPrimary: colour('brand'),
    colorBackground: colour('surface'),
    colorText: colour('ink'),
    colorTextSecondary: colour('ink-soft'),
    colorDanger: colour('stop'),
  }
  return {
    theme: isDark ? ('night' as const) : ('stripe' as const),
    variables: {
      ...Object.fromEntries(Object.entries(colours).filter(([, value]) => value !== null)),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '0.9375rem',
      borderRadius: '9px',
    },
  }
}

/** Converts a colour to RGB through a canvas, because ours are oklch(), which Stripe can't parse. */
function rgbOf(colour: string) {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null || colour === '') return null
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
