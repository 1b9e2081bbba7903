import { useState } from 'react'
import { type SignOnLink, signOn } from '#contract/sign-on.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Lists who has signed in through the provider. */
export const SignOnLinks = ({ links }: { links: SignOnLink[] }) => (
  <Section title="Connected people" subtitle="Everyone who has signed in this way">
    <ul aria-label="Connected people" className="divide-y divide-line">
      {links.map((link) => (
        <li key={link.id}>
          <Row
            title={link.name}
            detail={
              <>
                Connected on {dateText(link.linkedAt)} · Last used: <Ago at={link.lastUsedAt} />
              </>
            }
            action={<Disconnect link={link} />}
          />
        </li>
      ))}
    </ul>
  </Section>
)

const Disconnect = ({ link: { id, name } }: { link: SignOnLink }) => {
  const [isAsking, setAsking] = useState(false)
  const unlink = useCommand(signOn.unlink, { refreshes: [signOn.show] })
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      trigger={
        <Button size="small" variant="ghost" aria-label={`Disconnect: ${name}`}>
          Disconnect
        </Button>
      }
      title="Disconnect this person?"
      description={`${name} is signed out everywhere. They can connect again if their email address still matches. To shut someone out, deactivate them under People.`}
      confirmLabel="Disconnect"
      destructive
      busy={unlink.isPending}
      onConfirm={() =>
        unlink.mutate(
          { id },
          {
            onSuccess: () => toast({ title: 'Disconnected', description: name, variant: 'success' }),
            onError: ({ message }) =>
              toast({ title: 'Not disconnected', description: message, variant: 'destructive' }),
            onSettled: () => setAsking(false),
          },
        )
      }
    />
  )
}
