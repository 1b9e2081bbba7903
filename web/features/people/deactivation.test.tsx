// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type Appointment, AppointmentId } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { type HeldMatter, handOver } from '#contract/firm/hand-over.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { PeoplePage } from './page.tsx'
import { memberOf } from './testing.ts'

const priya = personOf({ firstName: 'Priya', lastName: 'Raman', role: 'administrator' })

const open = (list: Person[], ...more: Answer[]) =>
  show(<PeoplePage />, [
    ...more,
    answer(accounts.current, () => priya),
    answer(people.list, () => ({ people: list, invitations: [] })),
    answer(teams.list, () => []),
    answer(handOver.held, () => []),
  ])

const longNamed = (n: number, facts: Partial<Person> = {}) =>
  memberOf(n, {
    firstName: 'Wilhelmina-Alexandra',
    lastName: 'Featherstonehaugh-Cholmondeley',
    ...facts,
  })

test('active, invited and former staff are listed separately, however long their names', async () => {
  open([longNamed(11), longNamed(12, { deactivatedAt: new Date() })])
  expect(await screen.findByRole('region', { name: 'Active' })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Deactivated' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Invited' })).not.toBeInTheDocument()
})

const matterOf = (n: number, facts: Partial<HeldMatter> = {}): HeldMatter => ({
  id: MatterId.parse(idOf(n)),
  reference: `HR-2026-0001${n}`,
  title: `Purchase ${n}`,
  client: 'Amara Okafor',
  as: 'fee_earner',
  ...facts,
})

const noneLeft = { fromTheirClients: 0, fromOthers: 0, readFromTheirClients: 0, readFromOthers: 0 }

describe('whoever is deactivated', () => {
  const omar = longNamed(11, { firstName: 'Omar', lastName: 'Haddad' })
  const lena = longNamed(12, { firstName: 'Lena', lastName: 'Fischer' })
  const ahead: Appointment = {
    id: AppointmentId.parse(idOf(101)),
    title: 'Meeting',
    description: null,
    startTime: new Date(Date.now() + 86_400_000),
    endTime: new Date(Date.now() + 90_000_000),
    location: 'Virtual Meeting',
    meetingLink: null,
    status: 'scheduled',
    client: { id: UserId.parse(idOf(2)), firstName: 'Amara', lastName: 'Okafor' },
    with: { id: omar.id, firstName: omar.firstName, lastName: omar.lastName },
    isAway: false,
    cancelledBy: null,
    sequence: 0,
    createdAt: new Date('2026-11-01T09:00:00Z'),
  }
  const ask = async (
    handed: (input: { id: string; handTo?: string | undefined }) => Person,
    who = omar,
    {
      held = () => [],
      coming = [ahead],
      unread = noneLeft,
    }: { held?: () => HeldMatter[]; coming?: Appointment[]; unread?: Output<typeof handOver.unread> } = {},
  ) => {
    open(
      [longNamed(1), who, lena],
      answer(handOver.held, held),
      answer(handOver.unread, () => unread),
      answer(firmAppointments.list, () => coming),
      answer(people.deactivate, handed),
    )
    await userEvent.click(
      await screen.findByRole('button', { name: `Change ${who.firstName} ${who.lastName}` }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
    return within(await screen.findByRole('dialog', { name: /^Deactivate / }))
  }

  test('hands their clients to a colleague, who is asked for before anything is sent', async () => {
    const sent: unknown[] = []
    const dialog = await ask((input) => {
      sent.push(input)
      return { ...omar, deactivatedAt: new Date(), clients: 0 }
    })
    expect(
      await dialog.findByText(/^They have 1 upcoming appointment that you can see\. Each of/),
    ).toBeInTheDocument()
    const heir = dialog.getByLabelText('Who will take over 2 clients?')
    expect(within(heir).queryByText('Omar Haddad')).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(heir).toHaveAttribute('aria-invalid', 'true'))
    expect(sent).toEqual([])
    await userEvent.selectOptions(heir, 'Lena Fischer')
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(
      await screen.findByText('Omar Haddad. Of the appointments you can see, 1 handed over, 0 cancelled.'),
    ).toBeInTheDocument()
    expect(sent).toEqual([{ id: omar.id, handTo: lena.id }])
  })

  test.each([
    [
      { ...noneLeft, fromTheirClients: 3, fromOthers: 1 },
      '3 unread messages from their clients go to whoever takes over, to read and answer. 1 unread message from other clients goes to whoever looks after these clients.',
    ],
    [
      { ...noneLeft, fromTheirClients: 1 },
      '1 unread message from their clients goes to whoever takes over, to read and answer.',
    ],
    [
      { ...noneLeft, fromTheirClients: 1, readFromTheirClients: 2 },
      '1 unread message from their clients goes to whoever takes over, to read and answer. 2 messages from their clients, read but not answered, go to whoever takes over.',
    ],
    [
      { ...noneLeft, readFromTheirClients: 1, readFromOthers: 3 },
      '1 message from their clients, read but not answered, goes to whoever takes over. 3 messages from other clients, read but not answered, go to whoever looks after these clients.',
    ],
  ])(
    'leaves messages without an answer, which are counted with who will read them: %o',
    async (unread, words) => {
      const dialog = await ask(() => omar, omar, { unread })
      expect(await dialog.findByText(words)).toBeInTheDocument()
    },
  )

  test('and has answered everything leaves no message to speak of', async () => {
    const dialog = await ask(() => omar, omar, { unread: noneLeft })
    expect(await dialog.findByText(/^They have 1 upcoming appointment/)).toBeInTheDocument()
    expect(dialog.queryByText(/message/)).not.toBeInTheDocument()
  })

  test('without clients may have a successor for their cases, which are named', async () => {
    const sent: unknown[] = []
    const leaver = { ...omar, clients: 0 }
    const handed = (input: unknown) => {
      sent.push(input)
      return { ...leaver, deactivatedAt: new Date() }
    }
    const dialog = await ask(handed, leaver, {
      held: () => [matterOf(1), matterOf(2, { as: 'supervisor' })],
    })
    expect(await dialog.findByText('2 cases of theirs that you see too')).toBeInTheDocument()
    const items = within(dialog.getByRole('region', { name: 'Their cases' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Purchase 1 HR-2026-00011, Amara Okafor',
      'Purchase 2 HR-2026-00012, Amara Okafor, as supervisor',
    ])
    const heir = dialog.getByLabelText('Who will take over their cases?')
    expect(within(heir).getAllByRole('option').at(0)).toHaveTextContent(
      'Whoever is responsible for the client',
    )
    await userEvent.selectOptions(heir, 'Lena Fischer')
    await userEvent.selectOptions(heir, 'Whoever is responsible for the client')
    await userEvent.selectOptions(heir, 'Lena Fischer')
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(sent).toEqual([{ id: omar.id, handTo: lena.id }]))
  })

  test('may have cases and appointments that nobody sees here, which is said instead of none', async () => {
    const dialog = await ask(() => omar, omar, { coming: [] })
    expect(
      await dialog.findByText(/^Each of their upcoming appointments, including any you can't see, goes to/),
    ).toBeInTheDocument()
    expect(
      dialog.getByText(
        /^Open cases they run or supervise, including any you can't see, go to whoever takes over/,
      ),
    ).toBeInTheDocument()
    expect(dialog.queryByText(/They have/)).not.toBeInTheDocument()
  })

  test('is asked about with an error where their cases can’t be loaded, and with the cases once they can', async () => {
    let isAway = true
    const dialog = await ask(() => omar, omar, {
      held: () => {
        if (isAway) throw new Problem('unavailable', 'The portal is restarting.')
        return [matterOf(1)]
      },
    })
    expect(await dialog.findByText("Their cases couldn't be loaded")).toBeInTheDocument()
    isAway = false
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('1 case of theirs that you see too')).toBeInTheDocument()
  })

  test('and kept clients, because their groups shut them out, has these handed over', async () => {
    const sent: unknown[] = []
    const gone = { ...omar, deactivatedAt: new Date() }
    open(
      [longNamed(1), gone, lena],
      answer(people.deactivate, (input) => {
        sent.push(input)
        return { ...gone, clients: 0 }
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Change Omar Haddad' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hand over their clients' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over the clients of Omar Haddad' }))
    const heir = dialog.getByLabelText('Who will take over 2 clients?')
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(heir).toHaveAttribute('aria-invalid', 'true'))
    await userEvent.selectOptions(heir, 'Lena Fischer')
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('The clients of Omar Haddad.')).toBeInTheDocument()
    expect(sent).toEqual([{ id: omar.id, handTo: lena.id }])
  })

  test('and is still left with clients after the answer, is not said to be handed over', async () => {
    const gone = { ...omar, deactivatedAt: new Date() }
    open(
      [longNamed(1), gone, lena],
      answer(people.deactivate, () => gone),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Change Omar Haddad' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hand over their clients' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over the clients of Omar Haddad' }))
    await userEvent.selectOptions(dialog.getByLabelText('Who will take over 2 clients?'), 'Lena Fischer')
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('Not handed over')).toBeInTheDocument()
    expect(screen.queryByText('Handed over')).not.toBeInTheDocument()
  })

  test('is asked about once more where the portal refuses, and stays', async () => {
    const dialog = await ask(
      () => {
        throw new Problem('conflict', 'Somebody has to stay who can look after the portal.')
      },
      { ...omar, clients: 0 },
    )
    expect(dialog.queryByLabelText(/^Who will take over \d/)).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByText('Somebody has to stay who can look after the portal.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('whoever gets roles that look after no clients', () => {
  const change = async (facts: Partial<Person>) => {
    const sent: unknown[] = []
    const omar = memberOf(11, facts)
    open(
      [longNamed(1), omar, memberOf(12, { firstName: 'Lena', lastName: 'Fischer' })],
      answer(handOver.held, () => [matterOf(1)]),
      answer(firmAppointments.list, () => []),
      answer(people.saveRoles, (input) => {
        sent.push(input)
        return { ...omar, roles: input.roles }
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Change Omar Haddad' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change roles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'What Omar Haddad can do' }))
    expect(dialog.queryByText(/^Open cases they run/)).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Cashier/ }))
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Fee earner/ }))
    expect(await dialog.findByText('1 case of theirs that you see too')).toBeInTheDocument()
    expect(dialog.getByText(/^Each of their upcoming appointments/)).toBeInTheDocument()
    return { dialog, sent, id: omar.id }
  }

  test('has their clients and cases handed over to a colleague', async () => {
    const { dialog, sent, id } = await change({})
    await userEvent.selectOptions(dialog.getByLabelText('Who will take over 2 clients?'), 'Lena Fischer')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ id, roles: ['cashier'], handTo: idOf(12) }]))
  })

  test('without clients may have a successor for their cases, and may have none', async () => {
    const { dialog, sent, id } = await change({ clients: 0 })
    const successor = dialog.getByLabelText('Who will take over their cases?')
    await userEvent.selectOptions(successor, 'Lena Fischer')
    await userEvent.selectOptions(successor, 'Whoever is responsible for the client')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ id, roles: ['cashier'] }]))
  })
})
