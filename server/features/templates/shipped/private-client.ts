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
  ownersOf,
  rowField,
  step,
  yesOrNo,
} from './common.ts'

const estateForm = formOf(
  [
    'The person who died',
    [
      field('person', { key: 'deceased', label: 'Who has died?' }),
      field('date', { key: 'died_on', label: 'When did they die?' }),
      field('choice', {
        key: 'will',
        label: 'Did they leave a will?',
        offers: choicesOf({ yes: 'Yes', no: 'No', unsure: 'I don’t know' }),
      }),
      field('choice', {
        key: 'marital',
        label: 'Were they married or in a civil partnership?',
        offers: choicesOf({ yes: 'Yes', widowed: 'Widowed', no: 'No' }),
      }),
    ],
  ],
  [
    'What they owned',
    [
      field('choice', { key: 'home', label: 'Did they own a home or land?', offers: yesOrNo }),
      field('address', {
        key: 'home_address',
        label: 'Which home?',
        shownWhen: { field: 'home', value: 'yes' },
      }),
      field('group', {
        key: 'accounts',
        label: 'Bank, building society and savings accounts',
        isRequired: false,
        fields: [
          rowField('text', { key: 'bank', label: 'Bank or building society' }),
          rowField('money', { key: 'balance', label: 'Roughly how much', isRequired: false }),
        ],
      }),
      field('choice', {
        key: 'gifts',
        label: 'Did they give away more than £3,000 in the last seven years?',
        offers: choicesOf({ yes: 'Yes', no: 'No', unsure: 'I don’t know' }),
      }),
      field('long_text', { key: 'debts', label: 'What did they owe?', isRequired: false }),
    ],
  ],
)

export const probate: TemplateStep[] = [
  ...identitySteps,
  ...identityOf('executor', ['executor']),
  careLetter,
  step({
    key: 'estate',
    asks: 'firm_form',
    title: 'About the estate',
    description: 'Rough figures are enough to begin with. About 10 minutes',
    roles: ['client', 'joint_client', 'executor'],
    due: { from: 'start', days: 14 },
    form: estateForm,
  }),
  step({
    key: 'death_certificate',
    asks: 'requested_document',
    title: 'The death certificate',
    description: 'A photo or scan is fine for now. We’ll ask for the original later',
    roles: ['client', 'joint_client', 'executor'],
    due: { from: 'start', days: 14 },
  }),
  step({
    key: 'will',
    asks: 'requested_document',
    title: 'The will',
    description: 'A scan of every page. Please don’t take out the staples of the original',
    roles: ['client', 'joint_client', 'executor'],
    condition: { step: 'estate', field: 'will', value: 'yes' },
    due: { from: 'opening', days: 14 },
  }),
  step({
    key: 'gifts',
    asks: 'requested_document',
    title: 'A list of the gifts they made',
    description: 'Who was given what and when, as far as you know',
    roles: ['client', 'joint_client', 'executor'],
    condition: { step: 'estate', field: 'gifts', value: 'yes' },
    due: { from: 'opening', days: 21 },
  }),
  step({
    key: 'executors_duties',
    asks: 'read_and_accept',
    title: 'Read what an executor has to do',
    description:
      'An executor collects what the person owned, pays what they owed and any tax, and shares out the rest as the will or the law says. An executor who pays out too early, or to the wrong person, can have to make it good. Please don’t pay anything out or sell anything before you’ve spoken to us.',
    roles: ['client', 'joint_client', 'executor'],
    everyone: 'each',
  }),
  step({
    key: 'statement_of_truth',
    asks: 'signature',
    title: 'Sign the statement of truth',
    description: 'Part of the application for probate. We’ll send it to you here',
    roles: ['client', 'joint_client', 'executor'],
    everyone: 'each',
    waitsFor: ['estate', 'death_certificate', 'executors_duties'],
    reminders: [2, 4, 7],
  }),
  {
    ...bankAccount,
    roles: ['client', 'joint_client', 'beneficiary'],
    waitsFor: ['statement_of_truth'],
  },
]

const willForm = formOf(
  [
    'You and your family',
    [
      field('choice', {
        key: 'marital',
        label: 'Are you married or in a civil partnership?',
        offers: choicesOf({ yes: 'Yes', engaged: 'No, but we’re going to be', no: 'No' }),
      }),
      field('group', {
        key: 'children',
        label: 'Your children, of any age',
        isRequired: false,
        fields: [rowField('person', { key: 'child', label: 'Your child' })],
      }),
    ],
  ],
  [
    'Your will',
    [
      field('group', {
        key: 'executors',
        label: 'Who should carry out your will?',
        hint: 'Two people are usual. They can also inherit',
        fields: [rowField('person', { key: 'executor', label: 'Your executor' })],
      }),
      field('long_text', {
        key: 'wishes',
        label: 'Who should have what?',
        hint: 'In your own words. We’ll talk it through with you',
      }),
      field('choice', { key: 'funeral', label: 'Do you have wishes for your funeral?', offers: yesOrNo }),
      field('long_text', {
        key: 'funeral_wishes',
        label: 'What are they?',
        shownWhen: { field: 'funeral', value: 'yes' },
      }),
    ],
  ],
  [
    'Powers of attorney',
    [
      field('several', {
        key: 'powers',
        label: 'Which powers of attorney would you like?',
        hint: 'Leave blank if you only want a will',
        isRequired: false,
        offers: choicesOf({ money: 'Property and financial affairs', health: 'Health and welfare' }),
      }),
      field('group', {
        key: 'attorneys',
        label: 'Who should act for you?',
        isRequired: false,
        fields: [rowField('person', { key: 'attorney', label: 'Your attorney' })],
      }),
    ],
  ],
)

export const willAndPowers: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'instructions',
    asks: 'firm_form',
    title: 'What you would like',
    description: 'Your family, your wishes and who should act for you. About 10 minutes',
    everyone: 'each',
    due: { from: 'start', days: 14 },
    form: willForm,
  }),
  step({
    key: 'meeting',
    asks: 'appointment',
    title: 'Book a meeting with us',
    description: 'We see you on your own for part of it, so that your wishes are your own',
    everyone: 'each',
    waitsFor: ['instructions'],
    due: { from: 'step', step: 'instructions', days: 14 },
  }),
  ...identityOf('attorney', ['attorney']),
  step({
    key: 'attorneys_duties',
    asks: 'read_and_accept',
    title: 'Read what an attorney has to do',
    description:
      'An attorney must act in the best interests of the person who appointed them, help them to decide for themselves wherever they can, keep their money apart from their own and keep accounts. Please call us if you don’t want to take it on: nobody has to.',
    roles: ['attorney'],
    everyone: 'each',
  }),
  step({
    key: 'will',
    asks: 'signature',
    title: 'Approve the draft of your will',
    description: 'We’ll send it to you here. The will itself is signed on paper, before two witnesses',
    everyone: 'each',
    waitsFor: ['meeting', 'care_letter'],
    reminders: [3, 7, 14],
  }),
]

const matterForm = formOf([
  'What it’s about',
  [
    clientField('Who are we acting for?'),
    field('long_text', { key: 'story', label: 'What has happened?', hint: 'In the order it happened' }),
    field('group', {
      key: 'others',
      label: 'Who else is involved?',
      isRequired: false,
      fields: [
        rowField('person', { key: 'person', label: 'Who they are' }),
        rowField('text', { key: 'part', label: 'Their part in it' }),
      ],
    }),
    field('choice', {
      key: 'deadline',
      label: 'Is there a date by which something has to happen?',
      offers: choicesOf({ yes: 'Yes', no: 'No', unsure: 'I don’t know' }),
    }),
    field('date', {
      key: 'deadline_on',
      label: 'Which date?',
      shownWhen: { field: 'deadline', value: 'yes' },
    }),
    field('long_text', { key: 'aim', label: 'What would be a good result for you?' }),
  ],
])

export const general: TemplateStep[] = [
  ...identitySteps,
  careLetter,
  step({
    key: 'facts',
    asks: 'firm_form',
    title: 'Tell us what has happened',
    description: 'In your own words. About 10 minutes',
    due: { from: 'start', days: 7 },
    form: matterForm,
  }),
  ...ownersOf('facts'),
  step({
    key: 'documents',
    asks: 'requested_document',
    title: 'Letters, emails and contracts',
    description: 'Anything that shows what was agreed or what happened',
    due: { from: 'start', days: 14 },
  }),
  step({
    key: 'advice',
    asks: 'appointment',
    title: 'Book a meeting with us',
    description: 'We’ll tell you where you stand and what it may cost',
    waitsFor: ['facts'],
    due: { from: 'step', step: 'facts', days: 14 },
  }),
]
