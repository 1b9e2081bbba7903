import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { minutes, seconds } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { codeAt, enrol, enter, showPassword } from '../testing.ts'

const portal = await openPortal()
const limited = await openPortal({ isRateLimited: true })
const step = seconds(30)

test('a second factor is on only after a first code of the app, and then signing in asks for one', async () => {
  const ana = await portal.client()
  const begun = await ana.ask(secondFactor.enable, {})
  expect(begun).toMatchObject({ enable: true, pending: true, key: expect.stringMatching(/^[A-Z2-7]{32}$/) })
  if (!begun.enable) throw new Error('Nothing was begun.')
  expect(begun.otpauthUrl).toContain(`secret=${begun.key}`)
  expect((await showPassword(portal, ana.user.username)).answer).toMatchObject({ body: { id: ana.user.id } })

  await expect(ana.ask(secondFactor.confirm, { code: '000 00' })).rejects.toMatchObject({
    fields: { code: 'Please enter the 6-digit code' },
  })
  const wrong = codeAt(begun.key, portal.now(), 7)
  await expect(ana.ask(secondFactor.confirm, { code: wrong })).rejects.toMatchObject({
    code: 'invalid',
    reason: 'wrong_code',
  })
  const { recoveryCodes } = await ana.ask(secondFactor.confirm, { code: codeAt(begun.key, portal.now()) })
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await ana.ask(secondFactor.show, {})).toEqual({ isEnabled: true, codesLeft: 10 })
  expect((await ana.ask(accounts.current, {})).isTwoFactorEnabled).toBe(true)

  const browser = await showPassword(portal, ana.user.username)
  expect(browser.answer).toMatchObject({ status: 200, body: { twoFactorRequired: true } })
  portal.wait(step)
  expect(await enter(browser, codeAt(begun.key, portal.now()))).toMatchObject({ body: { id: ana.user.id } })
  expect((await browser.ask(accounts.current, {})).id).toBe(ana.user.id)
})

test('between password and code nothing at all is open', async () => {
  const ana = await portal.client()
  await enrol(portal, ana)
  const { jar } = await showPassword(portal, ana.user.username)
  const known = '00000000-0000-7000-8000-000000000000'
  for (const endpoint of Object.values(api).flatMap((contract) => Object.values<Endpoint>(contract))) {
    if (endpoint.audience === 'anyone') continue
    const names = endpoint.path.match(/:\w+/g) ?? []
    const { path } = addressOf(endpoint, Object.fromEntries(names.map((name) => [name.slice(1), known])))
    const reply = await portal.app.inject({ method: endpoint.method, url: path, headers: cookieOf(jar) })
    expect(`${path} ${reply.statusCode}`).toBe(`${path} 401`)
    expect(reply.json()).toMatchObject({ code: 'unauthenticated', reason: 'second_factor_required' })
  }
})

test('a browser that was signed in as somebody is nobody while it waits for the code', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await enrol(portal, ana)
  const old = new Map(ben.jar)
  await ben.ask(accounts.login, { username: ana.user.username, password: portal.password })
  await expect(ben.ask(accounts.current, {})).rejects.toMatchObject({ reason: 'second_factor_required' })
  const kept = portal.visitor()
  for (const [name, value] of old) kept.jar.set(name, value)
  await expect(kept.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a code opens once, and an older one never after it', async () => {
  const ana = await portal.client()
  const { key } = await enrol(portal, ana)
  const { username } = ana.user
  // The code that confirmed it is spent as well.
  expect(await enter(await showPassword(portal, username), codeAt(key, portal.now()))).toMatchObject({
    status: 401,
    body: { reason: 'wrong_code' },
  })
  portal.wait(2 * step)
  const code = codeAt(key, portal.now())
  expect((await enter(await showPassword(portal, username), code)).status).toBe(200)
  const again = await showPassword(portal, username)
  expect((await enter(again, code)).status).toBe(401)
  expect((await enter(again, codeAt(key, portal.now(), -1))).status).toBe(401)
  expect((await enter(again, codeAt(key, portal.now(), 2))).status).toBe(401)
  expect((await enter(again, codeAt(key, portal.now(), 1))).status).toBe(200)
})

test('of many who come with one code at once, one is let in', async () => {
  const ana = await portal.client()
  const { key, recoveryCodes } = await enrol(portal, ana)
  for (let round = 0; round < 20; round += 1) {
    portal.wait(step)
    const code = round % 2 === 0 ? codeAt(key, portal.now()) : (recoveryCodes[round >> 1] ?? '')
    const browser = await showPassword(portal, ana.user.username)
    const jar = new Map(browser.jar)
    const attempts = Array.from({ length: 8 }, () => {
      const twin = portal.visitor()
      for (const [name, value] of jar) twin.jar.set(name, value)
      return enter(twin, code)
    })
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7)
  }
})

test('a recovery code opens once, however it is typed, and its owner is told', async () => {
  const ana = await portal.client()
  const { recoveryCodes } = await enrol(portal, ana)
  const [code = ''] = recoveryCodes
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  const browser = await showPassword(portal, ana.user.username)
  expect((await enter(browser, typed)).status).toBe(200)
  expect(await browser.ask(secondFactor.show, {})).toEqual({ isEnabled: true, codesLeft: 9 })
  const [notice] = await browser.ask(notifications.list, {})
  expect(notice).toMatchObject({
    title: 'A recovery code was used to sign in',
    link: '/settings?tab=security',
  })
  expect((await enter(await showPassword(portal, ana.user.username), code)).status).toBe(401)
})

test('the way in between password and code ends after five minutes', async () => {
  const ana = await portal.client()
  const { key } = await enrol(portal, ana)
  const browser = await showPassword(portal, ana.user.username)
  portal.wait(minutes(5))
  expect(await enter(browser, codeAt(key, portal.now()))).toMatchObject({
    status: 401,
    body: { reason: 'sign_in_again' },
  })
  expect(await enter(portal.visitor(), codeAt(key, portal.now()))).toMatchObject({
    body: { reason: 'sign_in_again' },
  })
})

test('guesses at the code are counted for the account, from wherever they come', async () => {
  const ana = await limited.client()
  const { key } = await enrol(limited, ana)
  const { username } = ana.user
  const statuses: number[] = []
  for (let at = 0; at < 9; at += 1)
    statuses.push(
      (await enter(await showPassword(limited, username), codeAt(key, limited.now(), 90 + at))).status,
    )
  expect(statuses).toEqual([...Array(8).fill(401), 429])
})
