import { witness } from '#contract/signatures/witness.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import type { WitnessDevice } from '../witness-device.ts'

/** The code is on the signer's screen: who is with them in the room can be told it. */
export const CodeForm = ({ device: { token, entered, refused } }: { device: WitnessDevice }) => {
  const form = useCommandForm(witness.enter, {
    start: { token, code: '' },
    done: ({ key }) => entered(key),
    refused,
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p>
        You’ve been asked to witness a signature. You need to be in the room with the person who is signing,
        and you must not be a party to the deed.
      </p>
      <TextField
        label="Six-digit code"
        hint="The person who is signing can see it on their screen."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Continue
      </Button>
    </form>
  )
}

/** What is recorded of a witness, in the deed itself. */
export const DetailsForm = ({ device, name }: { device: WitnessDevice; name: string }) => {
  const { token, key, answered, refused } = device
  const form = useCommandForm(witness.introduce, {
    start: { token, key, name, address: '', occupation: '' },
    done: answered,
    refused,
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p>
        Your name, address and occupation are recorded in the deed, and everyone who receives a copy can read
        them.
      </p>
      <TextField label="Your full name" autoComplete="name" {...form.field('name')} />
      <TextArea
        label="Your address"
        autoComplete="street-address"
        rows={3}
        maxLength={300}
        {...form.field('address')}
      />
      <TextField
        label="Your occupation"
        hint="For example, nurse, student or retired"
        autoComplete="organization-title"
        maxLength={120}
        {...form.field('occupation')}
      />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        I’m ready to witness
      </Button>
    </form>
  )
}
