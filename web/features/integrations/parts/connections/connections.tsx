import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConnectionStanding, connections, filesCountedAtMost } from '#contract/connections.ts'
import { ConfirmField } from '#web/features/accounts/dialog.tsx'
import { counted, dateText, dateTimeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { TechnicalDetail } from '#web/ui/feedback/technical-detail.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ProviderTab, SetAtStart } from '../provider-parts.tsx'
import { ConnectionDialog, TestSettings } from './connection-dialog.tsx'
import { connectionWords } from './connection-fields.ts'

/** The services that the portal uses beyond its own machine, each with its state, test and settings. */
export const ConnectionsTab = () => (
  <ProviderTab
    lead="Services the portal can use beyond its own machine. It works without them, so connect only what your firm has. Changes apply at once, on every machine the portal runs on."
    rows={6}
  >
    <Cards />
  </ProviderTab>
)

const Cards = () => {
  const { data } = useSuspenseQuery(query(connections.list, {}))
  return (
    <>
      {data.isClosed && (
        <Callout tone="info" title="This is a demo: nothing can be connected here">
          Everyone knows the demo's passwords. Set up a portal of your own to connect it to anything.
        </Callout>
      )}
      {data.connections.map((standing) => (
        <ConnectionCard key={standing.name} standing={standing} isClosed={data.isClosed} />
      ))}
    </>
  )
}

const badges = {
  built_in: { tone: 'neutral', label: 'Built in' },
  connected: { tone: 'ok', label: 'Connected' },
  failing: { tone: 'stop', label: 'Not working' },
} as const

type CardDialog = 'settings' | 'disconnect'

interface CardProps {
  standing: ConnectionStanding
  isClosed: boolean
}

const ConnectionCard = ({ standing, isClosed }: CardProps) => {
  const { name, state, isFixed } = standing
  const [open, setOpen] = useState<CardDialog | null>(null)
  const { title, lead } = connectionWords[name]
  const isSet = state !== 'built_in'
  const close = () => setOpen(null)
  return (
    <section aria-label={title}>
      <Card className="grid max-w-180 gap-4">
        <CardTitle
          lead={lead}
          aside={
            <Badge tone={badges[state].tone} plain={!isSet}>
              {badges[state].label}
            </Badge>
          }
        >
          {title}
        </CardTitle>
        <Failing standing={standing} />
        {isSet && <Facts standing={standing} />}
        {name === 'files' && isSet && (
          <MoveFiles goesToBucket={standing.values['newFiles'] === 'bucket'} filesLeft={standing.filesLeft} />
        )}
        {isSet && !isClosed && <TestSettings name={name} label={`Test the connection: ${title}`} />}
        {isFixed && <SetAtStart subject="This comes" />}
        {!isFixed && !isClosed && <CardButtons title={title} isSet={isSet} open={setOpen} />}
      </Card>
      {open === 'settings' && <ConnectionDialog standing={standing} close={close} />}
      {open === 'disconnect' && <DisconnectDialog standing={standing} close={close} />}
    </section>
  )
}

/** What is connected, since when, and whether it answers. */
const Facts = ({ standing }: Pick<CardProps, 'standing'>) => {
  const { isFixed, facts, changedAt, changedBy, answeredAt } = standing
  // A notice under the card says so where it was set at the start.
  const changed = isFixed ? '' : changedWords(changedAt, changedBy)
  return (
    <div className="grid gap-0.5">
      {facts.map((fact) => (
        <p key={fact} className="figures font-semibold wrap-anywhere">
          {fact}
        </p>
      ))}
      <p className="text-sm text-ink-soft">
        {changed}
        {changed !== '' && answeredAt !== null && ' · '}
        {answeredAt !== null && (
          <>
            Last answered: <Ago at={answeredAt} />
          </>
        )}
      </p>
    </div>
  )
}

interface CardButtonsProps {
  title: string
  isSet: boolean
  open: (dialog: CardDialog) => void
}

const CardButtons = ({ title, isSet, open }: CardButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button
      variant={isSet ? 'secondary' : 'primary'}
      aria-label={`${isSet ? 'Change' : 'Connect'}: ${title}`}
      onClick={() => open('settings')}
    >
      {isSet ? 'Change' : 'Connect'}
    </Button>
    {isSet && (
      <Button variant="ghost" aria-label={`Disconnect: ${title}`} onClick={() => open('disconnect')}>
        Disconnect
      </Button>
    )}
  </div>
)

const changedWords = (at: Date | null, by: string | null) => {
  if (at === null) return ''
  return by === null ? `Set on ${dateText(at)}` : `Set by ${by} on ${dateText(at)}`
}

const Failing = ({ standing }: Pick<CardProps, 'standing'>) => {
  const { state, failingSince, failure, failureDetail } = standing
  if (state !== 'failing') return null
  return (
    <Callout
      tone="stop"
      title={failingSince === null ? "Can't be used" : `Not working since ${dateTimeText(failingSince)}`}
    >
      {failure}
      <TechnicalDetail>{failureDetail}</TechnicalDetail>
    </Callout>
  )
}

const MoveFiles = ({ goesToBucket, filesLeft }: { goesToBucket: boolean; filesLeft: number | null }) =>
  filesLeft === 0 ? (
    <p className="text-sm text-ink-soft">
      No files are left in the data folder. All of them are in the bucket.
    </p>
  ) : (
    <Callout
      tone="info"
      title={filesLeft === null ? 'Files in the bucket can still be read' : leftWords(filesLeft)}
    >
      {filesLeft === null ? 'If any are left there, move them by running' : 'To move them, run'}{' '}
      <code className="wrap-anywhere">npm run files:move -- --to {goesToBucket ? 's3' : 'disk'}</code> on the
      machine with the data folder. The portal can stay open meanwhile.
      {!goesToBucket && ' Once the bucket is empty, you can disconnect it.'}
    </Callout>
  )

const leftWords = (count: number) => {
  if (count >= filesCountedAtMost)
    return `${filesCountedAtMost.toLocaleString('en-GB')} or more files are still in the data folder`
  return `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} still in the data folder`
}

const disconnectWords: Partial<Record<ConnectionStanding['name'], string>> = {
  mail: 'Emails will stay in the outbox from now on, and nobody will receive them.',
  files: 'Only a bucket that holds no more files can be disconnected.',
  scanner:
    'New documents will no longer be scanned for viruses. Those still waiting for a scan can then be opened without one.',
  timeStamps:
    'New documents will be sealed without an independent time stamp. What is sealed stays as it is.',
  seal: 'New documents will be sealed with the certificate the portal made itself. What is sealed stays as it is.',
  model: 'The built-in assistant will answer from now on.',
}

const DisconnectDialog = ({
  standing: { name },
  close,
}: Pick<CardProps, 'standing'> & { close: () => void }) => {
  const { title } = connectionWords[name]
  const cache = useQueryClient()
  const form = useCommandForm(connections.disconnect, {
    start: { name, password: '' },
    done: async () => {
      await refresh(cache, [connections.list])
      toast({ title: `${title} disconnected`, variant: 'success' })
      close()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title={`Disconnect: ${title}`}
      description={`${disconnectWords[name]} The portal forgets the settings, so you'd have to enter them again.`}
    >
      <form {...form.props} className="grid gap-5">
        <ConfirmField hint="Other administrators are told." {...form.field('password')} />
        <FormFooter form={form} cancel={close} destructive>
          Disconnect
        </FormFooter>
      </form>
    </Dialog>
  )
}
