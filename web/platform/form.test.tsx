// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { command, line, prose } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { useCommandForm, useRulesForm } from './form.ts'

const enrol = command('/api/enrolments/:id', {
  input: z.strictObject({
    id: z.string(),
    name: z.string().trim().min(1, 'Full name is required'),
    bornOn: z.iso.date('Date of birth is required'),
    contact: z.strictObject({ email: z.email('Please enter a valid email') }),
    declaration: z.literal(true, 'You must agree to the declaration'),
  }),
  output: z.strictObject({ reference: z.string() }),
  audience: 'client',
  summary: 'Only for this test',
})

const done = vi.fn()
const Enrolment = ({ summary = false }: { summary?: boolean }) => {
  const form = useCommandForm(enrol, {
    start: { id: '7', name: '', bornOn: '', contact: { email: '' } },
    done,
  })
  return (
    <form {...form.props}>
      {summary && <ErrorSummary problems={form.problems} />}
      <TextField label="Full name" {...form.field('name')} />
      <DateField label="Date of birth" {...form.control('bornOn')} />
      <TextField label="E-mail" {...form.field('contact.email')} />
      <Checkbox label="I agree" {...form.field('declaration')} />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" busy={form.busy}>
        Send
      </Button>
    </form>
  )
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const fill = async () => {
  await userEvent.type(screen.getByLabelText('Full name'), ' Amara Okafor ')
  for (const [part, text] of Object.entries({ Day: '14', Month: '3', Year: '1991' }))
    await userEvent.type(screen.getByLabelText(part), text)
  await userEvent.type(screen.getByLabelText('E-mail'), 'amara@example.com')
  await userEvent.click(screen.getByLabelText('I agree'))
}

test("a form is held to the contract's rules before anything is sent, and the first wrong field takes focus", async () => {
  const enrolled = vi.fn()
  show(<Enrolment />, [answer(enrol, enrolled)])
  await send()
  for (const words of [
    'Full name is required',
    'Date of birth is required',
    'Please enter a valid email',
    'You must agree to the declaration',
  ])
    expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByLabelText('Full name')).toHaveFocus()
  expect(enrolled).not.toHaveBeenCalled()
})

test('a corrected field loses its error while it is typed', async () => {
  show(<Enrolment />)
  await send()
  await userEvent.type(screen.getByLabelText('Full name'), 'A')
  expect(screen.queryByText('Full name is required')).not.toBeInTheDocument()
})

test('a long form lists what is wrong, and each line leads to its field', async () => {
  show(<Enrolment summary />)
  await send()
  const summary = screen.getByText('There is a problem').parentElement
  if (!summary) throw new Error('There is no summary')
  expect(summary).toHaveFocus()
  await userEvent.click(within(summary).getByRole('link', { name: 'Date of birth is required' }))
  expect(screen.getByLabelText('Day')).toHaveFocus()
  await userEvent.click(within(summary).getByRole('link', { name: 'Please enter a valid email' }))
  expect(screen.getByLabelText('E-mail')).toHaveFocus()
})

test('what was filled in reaches the server as the contract reads it', async () => {
  const enrolled = vi.fn(() => ({ reference: 'HR-20431' }))
  show(<Enrolment />, [answer(enrol, enrolled)])
  await fill()
  await send()
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  const sent = {
    id: '7',
    name: 'Amara Okafor',
    bornOn: '1991-03-14',
    contact: { email: 'amara@example.com' },
    declaration: true,
  }
  expect(enrolled).toHaveBeenCalledWith(sent)
  expect(done).toHaveBeenCalledWith({ reference: 'HR-20431' }, sent)
})

test("the server's refusal of one field is shown at that field, which takes focus", async () => {
  show(<Enrolment />, [
    answer(enrol, () => {
      throw new Problem('conflict', 'Please check the highlighted fields.', {
        fields: { 'contact.email': 'This e-mail is already used' },
      })
    }),
  ])
  await fill()
  await send()
  await screen.findByText('This e-mail is already used')
  expect(screen.getByLabelText('E-mail')).toHaveFocus()
})

test('a refusal of something that this form does not ask for is told all the same', async () => {
  show(<Enrolment />, [
    answer(enrol, () => {
      throw new Problem('invalid', 'Please check the highlighted fields.', {
        fields: { postcode: 'Postal code is required' },
      })
    }),
  ])
  await fill()
  await send()
  expect((await screen.findByText('Postal code is required')).closest('[role=alert]')).not.toBeNull()
})

const Steps = ({ next }: { next: () => void }) => {
  const form = useRulesForm(enrol.input, { start: { id: '7', name: '', bornOn: '', contact: { email: '' } } })
  return (
    <form {...form.props}>
      <TextField label="Full name" {...form.field('name')} />
      <Button onClick={() => void form.check(['name', 'bornOn']).then((isGood) => isGood && next())}>
        Next
      </Button>
      <DateField label="Date of birth" {...form.control('bornOn')} />
    </form>
  )
}

test('a step goes on only when its own fields are right, and a corrected one loses its error', async () => {
  const next = vi.fn()
  show(<Steps next={next} />)
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await press()
  expect(screen.getByLabelText('Full name')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Full name'), 'Amara')
  expect(screen.queryByText('Full name is required')).not.toBeInTheDocument()
  await press()
  expect(screen.getByLabelText('Day')).toHaveFocus()
  for (const [part, text] of Object.entries({ Day: '14', Month: '3', Year: '1991' }))
    await userEvent.type(screen.getByLabelText(part), text)
  expect(screen.queryByText('Date of birth is required')).not.toBeInTheDocument()
  expect(next).not.toHaveBeenCalled()
  await press()
  expect(next).toHaveBeenCalledOnce()
})

test("the server's refusal of the whole is shown in its words, and can be sent again", async () => {
  let attempts = 0
  show(<Enrolment />, [
    answer(enrol, () => {
      attempts += 1
      throw new Problem('too_many', 'Please wait a minute and try again.')
    }),
  ])
  await fill()
  await send()
  expect(
    (await screen.findByText('Please wait a minute and try again.')).closest('[role=alert]'),
  ).not.toBeNull()
  await send()
  await vi.waitFor(() => expect(attempts).toBe(2))
})

const contactDetails = command('/api/contact-details', {
  input: z.strictObject({ phone: line(40), note: prose(200), password: z.string() }),
  output: z.strictObject({ reference: z.string() }),
  audience: 'client',
  summary: 'Only for this test',
})

test('marks that nobody sees in copied text are left out, but not of a password', async () => {
  const sent = vi.fn()
  const Contact = () => {
    const form = useCommandForm(contactDetails, { start: { phone: '', note: '', password: '' }, done })
    return (
      <form {...form.props}>
        <TextField label="Phone" {...form.field('phone')} />
        <TextArea label="Note" {...form.field('note')} />
        <TextField label="Password" {...form.field('password')} />
        <Button type="submit">Send</Button>
      </form>
    )
  }
  show(<Contact />, [
    answer(contactDetails, (input) => {
      sent(input)
      return { reference: '1' }
    }),
  ])
  const paste = async (label: string, text: string) => {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }
  await paste('Phone', '\u202a+44 7700 900123\u202c')
  await paste('Note', '\ufeffשלום\u200f,\n👩\u200d🚀 Am\u00adara')
  await paste('Password', 'a\u200bb')
  await send()
  await vi.waitFor(() =>
    expect(sent).toHaveBeenCalledWith({
      phone: '+44 7700 900123',
      note: 'שלום,\n👩\u200d🚀 Amara',
      password: 'a\u200bb',
    }),
  )
})
