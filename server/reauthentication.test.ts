import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type Endpoint, isConfirming } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { readMatrix } from './testing/authorization.ts'
import { openOwner } from './testing/authorization-owner.ts'
import { openPortal } from './testing/portal.ts'

const portal = await openPortal()
const administrator = await portal.staff('administrator')
const { person, things } = await openOwner({ portal, administrator })
const matrix = await readMatrix()

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

/** Every command that is confirmed by the password, with an input in which all but the password is right. */
const confirmed = endpoints.flatMap(({ name, endpoint }) =>
  Object.keys(endpoint.input.shape)
    .filter((field) => isConfirming(endpoint.input.shape[field]))
    .map((field) => ({ name, endpoint, field, input: matrix[name]?.ask?.(things) ?? {} })),
)

test('the matrix sends the password with each command that it confirms', () => {
  const without = confirmed.filter(({ input, field }) => input[field] !== things.password)
  expect(without.map(({ name }) => name)).toEqual([])
})

test('a password that somebody signed in has to send is marked as one that confirms', () => {
  const unmarked = endpoints.filter(
    ({ endpoint: { audience, input } }) =>
      audience !== 'anyone' &&
      ['password', 'currentPassword'].some((field) => {
        const schema = input.shape[field]
        return schema !== undefined && !isConfirming(schema) && !z.safeParse(schema, undefined).success
      }),
  )
  expect(unmarked.map(({ name }) => name)).toEqual([])
})

test('the commands that change how somebody signs in are among those that the password confirms', () => {
  expect(confirmed.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'accounts.changePassword',
      'secondFactor.renewCodes',
      'passkeys.begin',
      'passkeys.remove',
    ]),
  )
})

test.each(confirmed)(
  '$name without the password is refused with 403 reauth_required',
  async ({ endpoint, input, field }) => {
    const asking = endpoint.audience === 'client' ? person : administrator
    const statusWith = async (password: Record<string, unknown>) => {
      const { [field]: _, ...others } = input
      const { path, rest } = addressOf(endpoint, { ...others, ...password })
      return asking.send(endpoint.method, path, rest, {})
    }
    const refused = {
      status: 403,
      body: { code: 'forbidden', reason: 'reauth_required', fields: { [field]: expect.any(String) } },
    }
    expect(await statusWith({})).toMatchObject(refused)
    expect(await statusWith({ [field]: '' })).toMatchObject(refused)
    expect(await statusWith({ [field]: 1 })).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await statusWith({ role: 'administrator' })).toMatchObject({
      status: 400,
      body: { code: 'invalid', reason: 'unknown_field' },
    })
  },
)

test('without the password and with other mistakes, every field is named at once', async () => {
  const typed = { newPassword: 'short', confirmPassword: '' }
  expect(await person.send('POST', '/api/change-password', typed, {})).toMatchObject({
    status: 400,
    body: {
      code: 'invalid',
      fields: { currentPassword: 'Current password is required', newPassword: expect.any(String) },
    },
  })
})
