import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { questionnaireOn } from './forms/forms.ts'
import { telephoneFault } from './kit/telephone.ts'

/** Returns the texts of a schema that are phone numbers by their name, by the names that lead to them. */
function phonesIn(schema: unknown, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return phonesIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return phonesIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, part]) =>
      phonesIn(part, `${path}.${name}`),
    )
  return schema instanceof z.ZodType && /\.(phone|telephone|mobile)$/.test(path) ? [[path, schema]] : []
}

/**
 * The server refuses these, because it alone knows what was kept before, or that it can text British numbers only. What
 * the settings are based on is not taken: it says what was kept.
 */
const judgedByServer = [
  'accounts.saveProfile.phone',
  'caseParties.save.phone',
  'guests.invite.mobile',
  'guests.renew.mobile',
  'witness.invite.mobile',
  'textProvider.test.mobile',
  'settings.save.telephone',
  'settings.save.basedOn.telephone',
]

test('wherever a phone number is taken, what is none is refused with the same words', () => {
  const fields = Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { input }]) => phonesIn(input, `${feature}.${name}`)),
  )
  const [lenient, strict] = [[] as string[], [] as string[]]
  for (const [path, schema] of fields) {
    const issue = schema.safeParse('call me later').error?.issues[0]
    if (!issue) lenient.push(path)
    else strict.push(`${path}: ${issue.message === telephoneFault('call me later')}`)
  }
  expect(lenient.sort()).toEqual([...judgedByServer].sort())
  expect(strict.sort()).toEqual([
    'accounts.register.phone: true',
    'caseParties.add.phone: true',
    'clientInvitations.send.clients[].phone: true',
    'setup.complete.firm.telephone: true',
  ])
})

test('the questionnaire refuses it too', () => {
  const { phone } = questionnaireOn('2026-11-09').shape
  expect(phone.safeParse('call me later').error?.issues[0]?.message).toBe(telephoneFault('call me later'))
})
