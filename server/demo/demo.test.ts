import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { matters } from '#contract/matters/matters.ts'
import { browserAt } from '#server/process/testing/browser.ts'
import { startOpened } from '#server/process/testing/opened.ts'
import { failedStart, startPortal, temporaryFolder } from '#server/process/testing/portal-process.ts'
import { newPerson } from '#server/testing/portal.ts'
import { demoPassword } from './firm.ts'

const dataOfDemo = join(temporaryFolder(), 'data')
const demo = await startPortal({ PORTICO_DATA: dataOfDemo })

test('clients of the demo read a direct line of whoever acts for them, and of the cover while that person is away', async () => {
  const actingFor = async (username: string) => {
    const { ask } = browserAt(() => demo.address)
    await ask(accounts.login, { username, password: demoPassword })
    const cases = await ask(matters.list, {})
    return (await Promise.all(cases.map(({ id }) => ask(matters.one, { id })))).flatMap(
      ({ people }) => people,
    )
  }
  const ownPeople = await actingFor('testuser')
  expect(ownPeople.map(({ name }) => name)).toContain('Priya Raman')
  for (const { phone } of ownPeople) expect(phone).toMatch(/^020 7946 0\d{3}$/)
  const marcus = (await actingFor('samuel.osei')).find(({ name }) => name === 'Marcus Webb')
  expect(marcus?.away?.cover).toMatchObject({ name: 'Priya Raman', phone: '020 7946 0141' })
})

test('records of the demo are not taken for a firm, whose administrator everybody could then be', async () => {
  await demo.end('SIGTERM')

  const firms: Record<string, string>[] = [
    { PORTICO_DEMO: '0', NODE_ENV: 'production' },
    { PORTICO_URL: 'https://portal.example.co.uk' },
  ]
  for (const settings of firms)
    expect(await failedStart({ PORTICO_DATA: dataOfDemo, ...settings })).toEqual({
      code: 1,
      said: '',
      complaint:
        `The data folder ${dataOfDemo} was filled with the demo, whose passwords everyone knows. ` +
        'Set PORTICO_DATA to another folder or an empty one, or set PORTICO_DEMO=1 to continue with the demo.',
    })

  const again = await startPortal({ PORTICO_DATA: dataOfDemo, PORTICO_DEMO: '1', NODE_ENV: 'production' })
  expect(again.said()).toContain('Demo accounts')
})

test('the demo is not added to the records of a firm', async () => {
  const data = join(temporaryFolder(), 'data')
  const firm = await startOpened({ PORTICO_DATA: data, PORTICO_DEMO: '0' })
  await browserAt(() => firm.address).ask(accounts.register, newPerson())
  await firm.end('SIGTERM')

  expect(await failedStart({ PORTICO_DATA: data, PORTICO_DEMO: '1' })).toEqual({
    code: 1,
    said: '',
    complaint:
      `The data folder ${data} holds real accounts, so the demo is not added to it. ` +
      'Set PORTICO_DEMO=0 to continue without the demo, or set PORTICO_DATA to another folder or an empty one.',
  })
})
