import type { LetterTerms } from '#contract/settings.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

interface LetterFieldsProps {
  field: (name: keyof LetterTerms) => Omit<TextFieldProps & TextAreaProps, 'label'>
}

/** What the client care letter says of this firm. */
export const LetterFields = ({ field }: LetterFieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle>Client care letter</CardTitle>
    <Callout tone="info" title="Read the letter before your first client signs it">
      Each new client is given it to sign, with these words in it; the rest is careful model wording for
      England and Wales. Your clients' letters stand under E-Signatures, to be downloaded and read. Those that
      are written already stay as they are.
    </Callout>
    <TextField
      label="Who supervises the work"
      optional
      hint="Name and status, as in: Alex Hartley, solicitor and partner. Left empty, the letter says that clients are told in writing."
      {...field('supervisor')}
    />
    <TextArea
      label="How you charge"
      optional
      hint="In whole sentences. Left empty, the letter says that clients are told in writing before work begins."
      {...field('feesText')}
    />
    <TextArea
      label="Estimate of the costs"
      optional
      hint="In whole sentences, with payments to others. Left empty, the letter promises a written estimate."
      {...field('estimateText')}
    />
  </Card>
)
