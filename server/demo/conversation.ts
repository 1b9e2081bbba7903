import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { messages } from '#contract/messages.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import { addMessage, moveMessage } from '#server/features/messages/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoClient, demoPassword, demoPurchase, officeTime } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
}

/** Adds messages between the demo client and their team. The last one is unread. */
export async function seedMessages(app: FastifyInstance, { db, clock }: SeedDependencies) {
  const client = await signedIn(app, demoClient.username)
  if ((await client.ask(messages.list, {})).length > 0) return
  const [priya, alex] = [await signedIn(app, 'priya'), await signedIn(app, 'admin')]
  const said = { priya, alex }
  for (const {
    by,
    to,
    when: [daysAgo, time],
    content,
  } of talk) {
    const at = officeTime(clock(), daysAgo, time)
    const memberId = said[by === 'client' ? to : by].id
    const senderId = by === 'client' ? client.id : memberId
    await addMessage(db, { clientId: client.id, memberId, senderId, content, at })
  }
  const daniel = await findAccountByName(db, 'daniel.whitmore')
  if (daniel) {
    const pair = { clientId: daniel.id, memberId: priya.id }
    const at = officeTime(clock(), 1, '15:10')
    await addMessage(db, { ...pair, senderId: daniel.id, content: question, at, isUnread: true })
  }

  const [statement] = await client.ask(documents.list, {})
  const attachments = statement ? [statement.id] : []
  const sent = await client.ask(messages.send, { receiverId: priya.id, content: withStatement, attachments })
  await priya.ask(messages.markRead, { id: sent.id })
  await moveMessage(db, sent.id, officeTime(clock(), 1, '16:05'))
  // Backdated, because the demo's notifications should show other things.
  const pair = { clientId: client.id, memberId: priya.id }
  await addMessage(db, {
    ...pair,
    senderId: priya.id,
    content: thanks,
    at: officeTime(clock(), 1, '16:50'),
    isUnread: true,
  })
  for (const { ask } of [client, priya, alex]) await ask(accounts.logout, {})
}

async function signedIn(app: FastifyInstance, username: string) {
  const ask = endpointClient(demoBrowserOn(app).send)
  await ask(accounts.login, { username, password: demoPassword })
  const { id } = await ask(accounts.current, {})
  return { ask, id }
}

interface Said {
  by: 'client' | 'priya' | 'alex'
  to: 'priya' | 'alex'
  /** How many working days ago, and at what time. */
  when: [daysAgo: number, time: string]
  content: string
}

const talk: Said[] = [
  {
    by: 'priya',
    to: 'priya',
    when: [15, '09:20'],
    content: `Good morning Amara, I'm Priya and I'm looking after your purchase of ${demoPurchase.short}. You can write to me here at any time; I usually answer within one working day.`,
  },
  {
    by: 'client',
    to: 'priya',
    when: [15, '12:45'],
    content:
      'Thank you, Priya! I would like to move before Easter if that is possible. What do you need from me first?',
  },
  {
    by: 'priya',
    to: 'priya',
    when: [15, '14:10'],
    content:
      "It is, if the searches come back in time. First, your proof of address and the questionnaire: both are on your dashboard. There's a good guide to what comes next at https://www.gov.uk/buy-sell-your-home.",
  },
  {
    by: 'alex',
    to: 'alex',
    when: [14, '10:05'],
    content:
      'Dear Amara, welcome to Hartley & Rowe. I am the partner responsible for conveyancing. Priya handles the day-to-day work, and you can always contact me as well.',
  },
  {
    by: 'client',
    to: 'alex',
    when: [14, '12:30'],
    content: "Thank you, that's good to know.",
  },
  {
    by: 'client',
    to: 'priya',
    when: [2, '12:20'],
    content: 'Does the bank statement have to show the whole deposit? Part of it is a gift from my aunt.',
  },
  {
    by: 'priya',
    to: 'priya',
    when: [2, '15:05'],
    content:
      "The seller's solicitors have answered our questions:\n\n1. The boiler was new in 2019 and is serviced every autumn.\n2. The service charge is £1,480 a year, and nothing is owed.\n3. The kitchen was fitted in 2021. It needed no consent from the freeholder.\n4. The washing machine stays; the curtains don't.\n\nIs there anything you would like to ask them?",
  },
  {
    by: 'priya',
    to: 'priya',
    when: [2, '15:40'],
    content:
      "No, two documents are fine:\n\n1. your own statement for what you've saved, and\n2. a short letter from your aunt saying it's a gift.\n\nPlease don't send money to anyone yet. We never send our bank details by message or email.",
  },
]

const question =
  'The savings are in an account in my wife’s name, as you will see on the statement. Do you need anything from her?'
const withStatement = 'Here is my statement. The letter from my aunt will follow at the weekend.'
const thanks =
  'Thank you, Amara, that is just what I need. There is no hurry with the letter. Shall we go through the contract when we next speak?'
