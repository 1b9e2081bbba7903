import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import type { FormId } from '#contract/onboarding/chat.ts'
import { countries, defaultCountry, type KnownData, userDataOn } from '#contract/onboarding/user-data.ts'
import { today } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { chatFormClass } from '#web/ui/data/chat-bubbles.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { BankAccountFields } from '#web/ui/fields/digits-field.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { useCheckData } from '../chat.ts'
import { type Typed, useKept } from '../live-conversation.ts'

interface DetailsFormProps {
  formId: FormId
  collected: KnownData
  check: ReturnType<typeof useCheckData>
  /** Values typed before a question interrupted the form, or before the portal refused it. */
  typed: Typed
}

/** The update form: shows the known details for the client to correct. Shown again if the portal refuses it. */
export const DetailsForm = ({ formId, collected, check, typed }: DetailsFormProps) => {
  const form = useDetails({ ...collected, ...typed.details.read() })
  useKept(form.getValues, typed.details)
  const send = form.whenValid(async (userData) => {
    try {
      await check.mutateAsync(userData)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      form.refuse(error)
    }
  })
  const isRetry = formId === 'modify_details'
  const isWithoutCity = form.watch('city').trim() === ''
  const whyId = useId()
  return (
    <ChatForm
      form={form}
      label={isRetry ? 'Correct your information' : 'Update your information'}
      onSubmit={(event) => void send(event)}
    >
      <ErrorSummary problems={form.problems} />
      <PersonFields form={form} />
      <AddressFields form={form} />
      <BankAccountFields
        optional
        sortCode={{ ...form.control('sortCode'), value: form.watch('sortCode') ?? '' }}
        accountNumber={{ ...form.control('accountNumber'), value: form.watch('accountNumber') ?? '' }}
      />
      <TextArea label="What has changed?" optional {...form.field('changeDescription')} />
      <FormFault>{form.fault}</FormFault>
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={form.busy}
          disabled={isWithoutCity}
          aria-describedby={isWithoutCity ? whyId : undefined}
        >
          Submit information
        </Button>
        {isWithoutCity && (
          <p id={whyId} className="text-center text-sm text-ink-soft">
            Please enter your city, then you can send this.
          </p>
        )}
      </div>
    </ChatForm>
  )
}

type Details = ReturnType<typeof useDetails>

const useDetails = (known: KnownData) => {
  const [rules] = useState(() => userDataOn(today()))
  return useRulesForm(rules, { start: { ...blank, ...known, sortCode: plain(known.sortCode) } })
}

const blank = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  streetAddress: '',
  city: '',
  postalCode: '',
  country: defaultCountry,
  accountNumber: '',
  changeDescription: '',
} as const
const plain = (sortCode = '') => sortCode.replaceAll('-', '')

const PersonFields = ({ form }: { form: Details }) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" required {...form.field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" required {...form.field('lastName')} />
    </div>
    <DateField label="Date of birth" birthday required max={today()} {...form.control('dateOfBirth')} />
  </>
)

const AddressFields = ({ form }: { form: Details }) => (
  <>
    <TextField
      label="Street address"
      autoComplete="street-address"
      required
      {...form.field('streetAddress')}
    />
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="City" autoComplete="address-level2" required {...form.field('city')} />
      <TextField label="Postcode" autoComplete="postal-code" required {...form.field('postalCode')} />
    </div>
    <SelectField
      label="Country"
      autoComplete="country-name"
      required
      choices={countries.map((country) => ({ value: country, label: country }))}
      {...form.field('country')}
    />
  </>
)

interface ChatFormProps {
  /** State and props of the form, from `useRulesForm`. */
  form: {
    props: { ref: RefObject<HTMLFormElement | null>; noValidate: boolean; 'aria-busy': boolean }
    problems: readonly { message: string }[]
    fault: string | undefined
  }
  label: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/**
 * A form of the chat. When it appears, and when it shows an error, scrolls it into view with its button, and with the
 * alternatives below it if there is room. If it is taller than the conversation, scrolls to its beginning, where it
 * says why we ask.
 */
export const ChatForm = ({ form: { props, problems, fault }, label, onSubmit, children }: ChatFormProps) => {
  const place = useRef<HTMLDivElement>(null)
  const said = [fault, ...problems.map(({ message }) => message)].join()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const log = element.closest<HTMLElement>('[role="log"]')
    // Otherwise a smooth scroll that is still running would carry the client past the error.
    if (log && said !== '') log.style.scrollBehavior = 'auto'
    if (log && element.offsetHeight > log.clientHeight) {
      const start = said === '' ? newsBefore(element) : element
      // Scrolls the conversation only, and not the page around it.
      log.scrollTop += start.getBoundingClientRect().top - log.getBoundingClientRect().top - margin
    } else {
      element.parentElement?.scrollIntoView({ block: 'end' })
      element.scrollIntoView({ block: 'nearest' })
    }
  }, [said])
  return (
    <div ref={place} className={chatFormClass}>
      <Card>
        <form
          {...props}
          tabIndex={-1}
          data-answers
          onSubmit={onSubmit}
          aria-label={label}
          className="grid gap-5 outline-none"
        >
          {children}
        </form>
      </Card>
    </div>
  )
}

/** Pixels above the beginning of a long form. */
const margin = 16

/** Returns the first of Obi's messages since the client's last one, or the form itself if there are none. */
const newsBefore = (form: HTMLElement) => {
  let entry = form.closest<HTMLElement>('[data-entry]') ?? form
  for (let before = entry.previousElementSibling; before?.matches('[data-entry="obi"]'); ) {
    entry = before as HTMLElement
    before = entry.previousElementSibling
  }
  return entry
}
