import { BookUser, Car, ChevronRight, IdCard, type LucideIcon } from 'lucide-react'
import type { SessionDocument } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { useCaptureCommands } from '../session.ts'
import { Stage } from './frame.tsx'

interface Choice {
  document: SessionDocument
  icon: LucideIcon
  name: string
  detail: string
}

const choices: Choice[] = [
  { document: 'passport', icon: BookUser, name: 'Passport', detail: 'One picture: the photo page' },
  { document: 'drivers_license', icon: Car, name: 'Driving licence', detail: 'Two pictures: front and back' },
  {
    document: 'identity',
    icon: IdCard,
    name: 'National ID card',
    detail: 'Two pictures: front and back',
  },
]

export interface ChooseDocumentProps {
  firstName: string
  command: ReturnType<typeof useCaptureCommands>['choose']
  /** One was chosen before; another one starts over. */
  goBack: (() => void) | null
  chosen: () => void
}

export const ChooseDocument = ({ firstName, command, goBack, chosen }: ChooseDocumentProps) => (
  <Stage
    title={goBack ? 'Choose another document' : `Which document do you have to hand, ${firstName}?`}
    lead={
      goBack
        ? "We'll forget the pictures of the previous document."
        : "It must be your own and in date. You'll also need proof of address. It takes about three minutes."
    }
  >
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {choices.map(({ document, icon: Icon, name, detail }) => (
          <li key={document}>
            <button
              type="button"
              aria-disabled={command.isPending || undefined}
              onClick={() => !command.isPending && command.mutate(document, { onSuccess: chosen })}
              className="flex w-full items-center gap-4 px-4.5 py-4 text-left -outline-offset-2! transition-colors duration-150 hover:bg-sunken"
            >
              <span className="grid size-10 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
                <Icon />
              </span>
              <span className="grid flex-1 gap-0.5">
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-ink-soft">{detail}</span>
              </span>
              <ChevronRight className="text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
    <FormFault>{command.error?.message}</FormFault>
    {goBack && (
      <div>
        <Button onClick={goBack}>Keep the previous one</Button>
      </div>
    )}
  </Stage>
)
