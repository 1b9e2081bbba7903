import { z } from 'zod'
import { addressParts, composeAddress, isPostcode } from '#contract/address.ts'
import { formSteps, questionnaireOn } from '#contract/forms.ts'
import { line, prose } from '#contract/kit.ts'
import type { FormPlan, PageValues } from './plan.ts'

// The wire has one address; a person is asked line by line, and an address abroad as it is written there.
const addressFields = ['livesAbroad', 'addressLine1', 'addressLine2', 'town', 'postcode', 'addressAbroad']

const addressRules = {
  livesAbroad: z.boolean(),
  addressLine1: line(120),
  addressLine2: line(120),
  town: line(80),
  postcode: line(12),
  addressAbroad: prose(380),
}

type Shape = { [F in keyof typeof addressRules]: z.infer<(typeof addressRules)[F]> }

const rules = (today: string) => {
  const at = (field: keyof Shape, message: string) => ({ path: [field], message, when: () => true })
  return questionnaireOn(today)
    .omit({ address: true })
    .extend(addressRules)
    .refine(
      (typed: Shape) => typed.livesAbroad || typed.addressLine1.trim() !== '',
      at('addressLine1', 'Address is required'),
    )
    .refine(
      (typed: Shape) => typed.livesAbroad || typed.town.trim() !== '',
      at('town', 'Town or city is required'),
    )
    .refine(
      (typed: Shape) => typed.livesAbroad || isPostcode(typed.postcode),
      at('postcode', 'Please enter a full UK postcode, such as W1U 4PL'),
    )
    .refine(
      (typed: Shape) => !typed.livesAbroad || typed.addressAbroad.trim() !== '',
      at('addressAbroad', 'Address is required'),
    )
}

/** The client questionnaire, with its address in parts. */
export const questionnairePlan: FormPlan = {
  form: 'client_questionnaire',
  rules,
  consents: [],
  steps: formSteps.client_questionnaire.map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((field) => (field === 'address' ? addressFields : [field])),
  })),
  start: ({ firstName, lastName, email, phone, address, city, postalCode }) => ({
    fullName: `${firstName} ${lastName}`,
    dob: '',
    occupation: '',
    livesAbroad: false,
    addressLine1: address ?? '',
    addressLine2: '',
    town: city ?? '',
    postcode: postalCode ?? '',
    addressAbroad: '',
    phone: phone ?? '',
    email,
    preferredContact: 'email',
    legalMatter: '',
    description: '',
    urgency: 'medium',
  }),
  toWire: (values) => {
    const others = Object.entries(values).filter(([name]) => !addressFields.includes(name))
    return { ...Object.fromEntries(others), address: addressOf(values) }
  },
  fromWire: ({ address, ...answers }) => ({
    ...answers,
    ...typedAddress(typeof address === 'string' ? address : ''),
  }),
  fromKnown: ({ at: _, address, ...known }, typed) => ({
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    ...(address && !addressFields.some((name) => typed[name]) && typedAddress(address)),
  }),
  fieldOf: (name, { livesAbroad }) => {
    if (name !== 'address') return name
    return livesAbroad ? 'addressAbroad' : 'addressLine1'
  },
}

const addressOf = (values: PageValues) => {
  if (values.livesAbroad) return text(values.addressAbroad)
  const { addressLine1, addressLine2, town, postcode } = values
  return composeAddress({
    line1: text(addressLine1),
    line2: text(addressLine2),
    town: text(town),
    postcode: text(postcode),
  })
}
const text = (value: PageValues[string] | undefined) => (typeof value === 'string' ? value : '')

const typedAddress = (address: string) => {
  const parts = addressParts(address)
  if (parts === null) return { livesAbroad: true, addressAbroad: address }
  const { line1, line2, town, postcode } = parts
  return { livesAbroad: false, addressLine1: line1, addressLine2: line2, town, postcode }
}
