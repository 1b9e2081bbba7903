// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { identityProvider } from '#contract/identity/reports.ts'
import { Problem } from '#contract/kit/problem.ts'
import { companyRegister } from '#contract/organisations/register.ts'
import { bankPayments, type ProcessorSettings, paymentProcessor } from '#contract/payments/processor.ts'
import { signOn } from '#contract/sign-on.ts'
import { textProvider } from '#contract/text-messages.ts'
import { answer, show } from '#web/testing.tsx'
import { CompanyRegisterTab } from './parts/company-register.tsx'
import { IdentityProviderTab } from './parts/identity-provider.tsx'
import { PaymentsTab } from './parts/payments.tsx'
import { SignOnTab } from './parts/sign-on/sign-on.tsx'
import { TextsTab } from './parts/texts.tsx'
import { signOnOf } from './testing.ts'

const live: ProcessorSettings = {
  isOn: true,
  hasSecretKey: true,
  hasWebhookSecret: true,
  mode: 'live',
  isFixed: false,
  webhookUrl: 'https://portal.example/api/payments/events',
  events: [],
  lastEventAt: null,
  cardPlace: 'processor',
  publishableKey: null,
  isHeldBack: false,
}
const noKeys = { isOn: false, hasSecretKey: false, hasWebhookSecret: false, mode: null }

interface Stored {
  isFixed?: boolean
  /** What is unfinished, so that the removal has to be asked for twice. */
  unfinished?: string
  gocardless?: Partial<ProcessorSettings>
}

type Refuse = (input: { leavesUnfinished?: boolean | undefined }) => void

/** Each provider with a page of its own: the page, and the switch that shows whether it is on. */
const providers = {
  Stripe: ({ isFixed = false, gocardless = noKeys }: Stored, refuse: Refuse) => {
    let shown = { ...live, isFixed }
    const other = { ...live, ...gocardless }
    show(<PaymentsTab />, [
      answer(paymentProcessor.show, () => shown),
      answer(bankPayments.show, () => other),
      answer(paymentProcessor.removeSecret, (input) => {
        refuse(input)
        shown = { ...shown, ...noKeys }
        return shown
      }),
    ])
  },
  Twilio: ({ isFixed = false }: Stored, refuse: Refuse) => {
    const ids = { accountSid: `AC${'1'.repeat(32)}`, keySid: `SK${'2'.repeat(32)}`, sender: 'HartleyRowe' }
    let shown = { provider: 'Twilio', isOn: true, isFixed, isDemo: false, hasSecret: true, ...ids }
    show(<TextsTab />, [
      answer(textProvider.show, () => shown),
      answer(textProvider.removeSecret, (input) => {
        refuse(input)
        shown = { ...shown, isOn: false, hasSecret: false }
        return shown
      }),
    ])
  },
  GBG: ({ isFixed = false }: Stored, refuse: Refuse) => {
    const ids = { region: 'eu' as const, clientId: 'portal', journey: 'abc@latest' }
    let shown = { provider: 'GBG', isOn: true, isFixed, isDemo: false, hasSecret: true, ...ids }
    show(<IdentityProviderTab />, [
      answer(identityProvider.show, () => shown),
      answer(identityProvider.removeSecret, (input) => {
        refuse(input)
        shown = { ...shown, isOn: false, hasSecret: false }
        return shown
      }),
    ])
  },
  Microsoft: ({ isFixed = false }: Stored, refuse: Refuse) => {
    let shown = signOnOf({ isOn: true, isFixed })
    show(<SignOnTab />, [
      answer(signOn.show, () => shown),
      answer(signOn.removeSecret, (input) => {
        refuse(input)
        shown = { ...shown, isOn: false, hasSecret: false }
        return shown
      }),
    ])
  },
  'Companies House': ({ isFixed = false }: Stored, refuse: Refuse) => {
    let shown = { register: 'Companies House', hasKey: true, isFixed }
    show(<CompanyRegisterTab />, [
      answer(companyRegister.show, () => shown),
      answer(companyRegister.removeSecret, (input) => {
        refuse(input)
        shown = { ...shown, hasKey: false }
        return shown
      }),
    ])
  },
}
type Name = keyof typeof providers

const open = (name: Name, stored: Stored = {}) => {
  const removals: unknown[] = []
  providers[name](stored, (input) => {
    if (stored.unfinished !== undefined && !input.leavesUnfinished)
      throw new Problem('conflict', stored.unfinished, { reason: 'unfinished' })
    removals.push(input)
  })
  return { removals, user: userEvent.setup() }
}
const removeButton = (subject: string, name: Name) =>
  screen.findByRole('button', { name: `Remove ${subject}: ${name}` })

test.each([
  [
    'Stripe',
    'keys',
    /Clients can't pay by card any more\. They pay in the sandbox instead/,
    /^Take payments/,
  ],
  ['Twilio', 'secret', /Codes can't be sent by text any more/, /^Offer to send codes/],
  ['GBG', 'secret', /No check can be started with GBG any more/, /^Let people start checks/],
  [
    'Microsoft',
    'secret',
    /no longer offers Microsoft.*can't sign in until/,
    /^Offer this on the sign-in page/,
  ],
  ['Companies House', 'key', /Nobody can look up companies/, null],
] as const)(
  'the secret of %s is removed with the password, after saying what stops working',
  async (name, subject, words, on) => {
    const { removals, user } = open(name)
    await user.click(await removeButton(subject, name))
    const dialog = within(await screen.findByRole('dialog', { name: `Remove the ${subject} of ${name}?` }))
    expect(dialog.getByText(words)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(removals).toEqual([])
    await user.type(dialog.getByLabelText('Your password'), 'my password')
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(removals).toEqual([{ password: 'my password', leavesUnfinished: false }])
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: `Remove ${subject}: ${name}` })).toBeNull(),
    )
    // The form does not go on showing it as on, or the next save would ask for a secret. Companies House has no switch.
    const isOn = screen.queryAllByRole<HTMLInputElement>('checkbox', { name: on ?? /^$/ })
    expect(isOn.map(({ checked }) => checked)).toEqual(on === null ? [] : [false])
  },
)

test.each(['Stripe', 'Twilio', 'GBG', 'Microsoft', 'Companies House'] as const)(
  'the page says that a secret of %s from where the portal was started is not removed there',
  async (name) => {
    open(name, { isFixed: true })
    expect(await screen.findByText(/from its environment and can't be changed or removed here/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Remove (keys|key|secret): / })).toBeNull()
  },
)

test('what is unfinished is said before it is left as it is', async () => {
  const unfinished = "1 payment (£450.00) started at Stripe isn't finished."
  const { removals, user } = open('Stripe', { unfinished })
  await user.click(await removeButton('keys', 'Stripe'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Your password'), 'my password')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await dialog.findByText(unfinished)).toBeVisible()
  expect(removals).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove anyway' }))
  await waitFor(() => expect(removals).toEqual([{ password: 'my password', leavesUnfinished: true }]))
})

test.each([
  [{}, 'They can still pay from their bank.'],
  [{ mode: 'test' as const }, 'only in test mode, where no money moves.'],
  [noKeys, 'They pay in the sandbox instead, where no money moves.'],
])('how clients pay without Stripe depends on GoCardless', async (gocardless, words) => {
  const { user } = open('Stripe', { gocardless })
  await user.click(await removeButton('keys', 'Stripe'))
  expect(within(await screen.findByRole('dialog')).getByText(new RegExp(words))).toBeVisible()
})
