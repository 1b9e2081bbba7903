import type { LetterTerms } from '#contract/settings.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'

interface LetterFieldsProps {
  field: (name: keyof LetterTerms) => Omit<TextFieldProps & TextAreaProps, 'label'>
}

/** What the client care letter says of this firm. */
export const LetterFields = ({ field }: LetterFieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle>Client care letter</CardTitle>
    <Callout tone="info" title="Read the letter before your first client signs it">
      Each new client is asked to sign this letter, with your wording below; the rest is model wording for
      England and Wales. You'll find your clients' letters under E-Signatures. Letters already written won't
      change.
    </Callout>
    <TextField
      label="Who supervises the work"
      optional
      hint="Name and status. For example, Alex Hartley, solicitor and partner. If left blank, the letter says clients will be told in writing."
      {...field('supervisor')}
    />
    <TextArea
      label="How you charge"
      optional
      hint="In full sentences. If left blank, the letter says clients will be told in writing before work begins."
      {...field('feesText')}
    />
    <TextArea
      label="Estimate of the costs"
      optional
      hint="In full sentences, including payments to others. If left blank, the letter promises a written estimate."
      {...field('estimateText')}
    />
  </Card>
)
