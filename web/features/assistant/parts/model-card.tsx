import { useUser } from '#web/platform/session.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useModel, useSwitchModel } from '../knowledge-hooks.ts'

/** Which language model answers beside the built-in assistant, and what it is sent. */
export const ModelCard = () => {
  const model = useModel()
  const change = useSwitchModel()
  const { role } = useUser()
  if (!model) return null
  return (
    <Card className="grid gap-3">
      <CardTitle>Language model</CardTitle>
      {model.name === null ? (
        <p className="text-ink-soft">
          None is set up: Obi answers by itself, on this machine. docs/operations.md explains how to add one.
        </p>
      ) : (
        <>
          <Switch
            label={`Let ${model.name} answer`}
            hint={`It runs at ${model.host}`}
            checked={model.isOn}
            disabled={role !== 'administrator' || change.isPending}
            onChange={(isOn) =>
              change.mutate(
                { isOn },
                { onError: ({ message }) => toast({ title: message, variant: 'destructive' }) },
              )
            }
          />
          <p className="text-ink-soft">
            It is sent the question and the last six messages without the client's name, addresses and
            numbers, the passages that match and, if it looks them up, the client's tasks, documents and
            payments as the client sees them. It can't change anything. Questions about danger, legal advice
            and other people are answered without it.
          </p>
        </>
      )}
    </Card>
  )
}
