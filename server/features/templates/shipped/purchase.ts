import type { TemplateStep } from '#contract/templates/step.ts'
import {
  bankAccount,
  careLetter,
  choicesOf,
  clientField,
  field,
  formOf,
  identityOf,
  identitySteps,
  mortgageOffer,
  ownersOf,
  rowField,
  step,
  yesOrNo,
} from './common.ts'

const fundsForm = formOf(
  [
    'The price',
    [
      clientField('Who is buying?'),
      field('money', { key: 'price', label: 'What price have you agreed?' }),
      field('money', {
        key: 'own_money',
        label: 'How much of it will be paid without the mortgage?',
        hint: 'Your own money and any gift together. Leave out only what the mortgage pays',
      }),
    ],
  ],
  [
    'Where the money comes from',
    [
      field('several', {
        key: 'sources',
        label: 'Where does the money come from?',
        hint: 'Choose all that apply',
        offers: choicesOf({
          savings: 'Savings',
          salary: 'Salary or bonus',
          sale: 'Sale of a property',
          mortgage: 'Mortgage',
          gift: 'A gift',
          inheritance: 'Inheritance',
          other: 'Something else',
        }),
      }),
      field('group', {
        key: 'givers',
        label: 'Who is giving you money?',
        shownWhen: { field: 'sources', value: 'gift' },
        fields: [
          rowField('person', { key: 'giver', label: 'Who they are' }),
          rowField('text', { key: 'relation', label: 'How they’re related to you' }),
          rowField('money', { key: 'amount', label: 'How much they’re giving' }),
        ],
      }),
      field('long_text', {
        key: 'other_source',
        label: 'What is it?',
        shownWhen: { field: 'sources', value: 'other' },
      }),
    ],
  ],
)

const giftForm = formOf([
  'Your gift',
  [
    field('money', { key: 'amount', label: 'How much are you giving?' }),
    field('choice', {
      key: 'repayment',
      label: 'Do you expect any of it back?',
      offers: choicesOf({ no: 'No, it’s a gift', yes: 'Yes, some or all of it' }),
    }),
    field('choice', {
      key: 'interest',
      label: 'Will you own any part of the property?',
      offers: yesOrNo,
    }),
    field('choice', {
      key: 'source',
      label: 'Where does your money come from?',
      offers: choicesOf({
        savings: 'Savings',
        sale: 'Sale of a property',
        inheritance: 'Inheritance',
        other: 'Something else',
      }),
    }),
    field('long_text', { key: 'more', label: 'Anything else we should know?', isRequired: false }),
  ],
])

export const purchase: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'funds',
    asks: 'firm_form',
    title: 'Where your money comes from',
    description: 'We’re required by law to ask. About 5 minutes',
    due: { from: 'start', days: 10 },
    form: fundsForm,
  }),
  step({
    key: 'proof_of_funds',
    asks: 'proof_of_funds',
    title: 'Upload proof of funds',
    description: 'Bank or savings statement that shows the money for your case',
    due: { from: 'start', days: 14 },
  }),
  ...ownersOf('funds'),
  ...identityOf('giver', ['giver_of_funds']).map((giverStep) => ({
    ...giverStep,
    condition: { step: 'funds', field: 'sources', value: 'gift' },
  })),
  step({
    key: 'gift',
    asks: 'firm_form',
    title: 'About your gift',
    description: 'What you’re giving, and where it comes from. About 3 minutes',
    roles: ['giver_of_funds'],
    everyone: 'each',
    due: { from: 'opening', days: 7 },
    condition: { step: 'funds', field: 'sources', value: 'gift' },
    form: giftForm,
  }),
  step({
    key: 'gift_funds',
    asks: 'proof_of_funds',
    title: 'Upload proof of the money you’re giving',
    description: 'A bank or savings statement that shows it',
    roles: ['giver_of_funds'],
    everyone: 'each',
    due: { from: 'opening', days: 10 },
    waitsFor: ['gift'],
    condition: { step: 'funds', field: 'sources', value: 'gift' },
  }),
  step({
    key: 'search_fees',
    asks: 'payment',
    title: 'Pay search fees',
    description: 'Local authority and drainage searches · {amount}',
    amount: 34_250,
    account: 'client',
    due: { from: 'start', days: 7 },
  }),
  {
    ...mortgageOffer,
    condition: { step: 'funds', field: 'sources', value: 'mortgage' },
    due: { from: 'date', date: 'target_exchange', days: 14 },
  },
  { ...bankAccount, due: { from: 'date', date: 'completion', days: 14 } },
  step({
    key: 'report',
    asks: 'appointment',
    title: 'Book a call about our report',
    description: 'We’ll go through the contract, the searches and the title with you',
    waitsFor: ['search_fees', 'care_letter'],
    due: { from: 'date', date: 'target_exchange', days: 7 },
  }),
  step({
    key: 'contract',
    asks: 'signature',
    title: 'Sign the contract',
    description: 'We’ll send it to you here. Signing it doesn’t commit you until we exchange',
    everyone: 'each',
    waitsFor: ['report'],
    due: { from: 'date', date: 'target_exchange', days: 3 },
    reminders: [1, 2, 4],
  }),
]
