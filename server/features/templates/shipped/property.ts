import type { TemplateStep } from '#contract/templates/step.ts'
import {
  bankAccount,
  careLetter,
  choicesOf,
  clientField,
  field,
  formOf,
  identitySteps,
  mortgageOffer,
  ownersOf,
  rowField,
  step,
  yesOrNo,
} from './common.ts'

const propertyForm = formOf(
  [
    'The property',
    [
      clientField('Who owns the property?'),
      field('address', { key: 'address', label: 'Which property are you selling?' }),
      field('choice', {
        key: 'tenure',
        label: 'Is it freehold or leasehold?',
        hint: 'A flat is usually leasehold',
        offers: choicesOf({ freehold: 'Freehold', leasehold: 'Leasehold', unsure: 'I’m not sure' }),
      }),
      field('choice', { key: 'mortgage', label: 'Is there a mortgage on it?', offers: yesOrNo }),
      field('text', {
        key: 'lender',
        label: 'Who is the lender?',
        shownWhen: { field: 'mortgage', value: 'yes' },
      }),
    ],
  ],
  [
    'Works and neighbours',
    [
      field('choice', {
        key: 'works',
        label: 'Have you had building work done?',
        hint: 'An extension, new windows, electrical work, a new boiler',
        offers: yesOrNo,
      }),
      field('group', {
        key: 'works_done',
        label: 'What was done?',
        shownWhen: { field: 'works', value: 'yes' },
        fields: [
          rowField('text', { key: 'work', label: 'The work' }),
          rowField('text', { key: 'year', label: 'The year' }),
          rowField('choice', {
            key: 'papers',
            label: 'Do you have the certificates?',
            offers: choicesOf({ yes: 'Yes', no: 'No', some: 'Some of them' }),
          }),
        ],
      }),
      field('choice', {
        key: 'disputes',
        label: 'Have there been disputes with neighbours?',
        offers: yesOrNo,
      }),
      field('long_text', {
        key: 'dispute',
        label: 'What happened?',
        shownWhen: { field: 'disputes', value: 'yes' },
      }),
    ],
  ],
)

export const sale: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'property',
    asks: 'firm_form',
    title: 'About the property',
    description: 'What the buyer’s solicitors will ask. About 10 minutes',
    due: { from: 'start', days: 10 },
    form: propertyForm,
  }),
  ...ownersOf('property'),
  step({
    key: 'lease',
    asks: 'requested_document',
    title: 'Your lease',
    description: 'With the last service charge statement and ground rent receipt, if you have them',
    condition: { step: 'property', field: 'tenure', value: 'leasehold' },
    due: { from: 'opening', days: 10 },
  }),
  step({
    key: 'certificates',
    asks: 'requested_document',
    title: 'Certificates for the building work',
    description: 'Planning permission, building regulations and guarantees',
    condition: { step: 'property', field: 'works', value: 'yes' },
    due: { from: 'opening', days: 14 },
  }),
  step({
    key: 'redemption',
    asks: 'requested_document',
    title: 'Your latest mortgage statement',
    description: 'So that we can ask your lender what is left to repay',
    condition: { step: 'property', field: 'mortgage', value: 'yes' },
    due: { from: 'opening', days: 10 },
  }),
  { ...bankAccount, due: { from: 'date', date: 'completion', days: 14 } },
  step({
    key: 'contract',
    asks: 'signature',
    title: 'Sign the contract and the transfer',
    description: 'We’ll send them to you here. They don’t commit you until we exchange',
    everyone: 'each',
    waitsFor: ['property', 'care_letter'],
    due: { from: 'date', date: 'target_exchange', days: 3 },
    reminders: [1, 2, 4],
  }),
]

const loanForm = formOf([
  'Your mortgage',
  [
    clientField('Who owns the property?'),
    field('address', { key: 'address', label: 'Which property is it?' }),
    field('text', { key: 'lender', label: 'Who is your lender now?' }),
    field('text', { key: 'new_lender', label: 'Who will the new lender be?' }),
    field('money', { key: 'amount', label: 'How much are you borrowing?' }),
    field('choice', {
      key: 'others',
      label: 'Does anyone over 17 live there who isn’t an owner?',
      offers: yesOrNo,
    }),
    field('group', {
      key: 'occupiers',
      label: 'Who lives there?',
      shownWhen: { field: 'others', value: 'yes' },
      fields: [rowField('person', { key: 'person', label: 'Who they are' })],
    }),
  ],
])

export const remortgage: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'loan',
    asks: 'firm_form',
    title: 'About your mortgage',
    description: 'The loan you have and the one you want. About 3 minutes',
    due: { from: 'start', days: 7 },
    form: loanForm,
  }),
  ...ownersOf('loan'),
  step({
    key: 'redemption',
    asks: 'requested_document',
    title: 'Your latest mortgage statement',
    description: 'From the lender you have now',
    due: { from: 'start', days: 10 },
  }),
  { ...mortgageOffer, due: { from: 'start', days: 21 } },
  step({
    key: 'occupiers',
    asks: 'signature',
    title: 'Consent of everyone who lives there',
    description: 'Your new lender asks for it. We’ll send it to you here',
    condition: { step: 'loan', field: 'others', value: 'yes' },
    waitsFor: ['mortgage_offer'],
  }),
  step({
    key: 'deed',
    asks: 'signature',
    title: 'Sign the mortgage deed',
    description:
      'You’ll need a witness who isn’t a party to the deed. Your lender may not accept a relative. We’ll explain how',
    everyone: 'each',
    waitsFor: ['mortgage_offer', 'care_letter'],
    due: { from: 'date', date: 'completion', days: 7 },
    reminders: [1, 2, 4],
  }),
  { ...bankAccount, due: { from: 'date', date: 'completion', days: 7 } },
]

const transferForm = formOf([
  'The transfer',
  [
    clientField('Who are we acting for?'),
    field('address', { key: 'address', label: 'Which property is it?' }),
    field('choice', {
      key: 'reason',
      label: 'Why is ownership changing?',
      offers: choicesOf({
        separation: 'Separation or divorce',
        marriage: 'Marriage or moving in together',
        gift: 'A gift within the family',
        other: 'Another reason',
      }),
    }),
    field('choice', { key: 'mortgage', label: 'Is there a mortgage on it?', offers: yesOrNo }),
    field('choice', { key: 'money', label: 'Will anyone be paid?', offers: yesOrNo }),
    field('money', { key: 'amount', label: 'How much?', shownWhen: { field: 'money', value: 'yes' } }),
  ],
])

export const transferOfEquity: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'transfer',
    asks: 'firm_form',
    title: 'About the transfer',
    description: 'Who owns the property now, and who will. About 3 minutes',
    due: { from: 'start', days: 7 },
    form: transferForm,
  }),
  ...ownersOf('transfer'),
  step({
    key: 'lender_consent',
    asks: 'requested_document',
    title: 'Your latest mortgage statement',
    description: 'We need your lender’s consent before anything changes',
    condition: { step: 'transfer', field: 'mortgage', value: 'yes' },
    due: { from: 'opening', days: 10 },
  }),
  step({
    key: 'proof_of_funds',
    asks: 'proof_of_funds',
    title: 'Upload proof of funds',
    description: 'Bank or savings statement that shows the money to be paid',
    condition: { step: 'transfer', field: 'money', value: 'yes' },
    due: { from: 'opening', days: 10 },
  }),
  step({
    key: 'court_order',
    asks: 'requested_document',
    title: 'The court order, or your agreement',
    description: 'If there is one. A draft is fine',
    condition: { step: 'transfer', field: 'reason', value: 'separation' },
    due: { from: 'opening', days: 14 },
  }),
  step({
    key: 'independent_advice',
    asks: 'read_and_accept',
    title: 'Read about independent advice',
    description:
      'Anyone giving up a share of the property should take advice from a solicitor of their own before they sign. If anyone is putting pressure on you, please call us.',
    everyone: 'each',
    waitsFor: ['transfer'],
  }),
  step({
    key: 'deed',
    asks: 'signature',
    title: 'Sign the transfer deed',
    description: 'You’ll need a witness who isn’t a party to the deed. We’ll explain how',
    everyone: 'each',
    waitsFor: ['independent_advice', 'care_letter'],
    due: { from: 'date', date: 'completion', days: 7 },
    reminders: [1, 2, 4],
  }),
]
