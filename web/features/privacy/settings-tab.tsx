import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { type ClientRequest, type Export, exportMinutes, isAnswered, privacy } from '#contract/privacy.ts'
import { dateText } from '#web/platform/clock.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button, ButtonAnchor } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { useHighlight } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useOwnRequests } from './hooks.ts'

/** Lets a client use their data protection rights, without having to know the law. */
export const DataProtectionTab = () => (
  <div className="grid max-w-180 gap-5">
    <Card>
      <CardTitle lead="A copy of your data in this portal, with your files as you sent them.">
        Download your data
      </CardTitle>
      <ExportForm />
    </Card>
    <Card>
      <CardTitle lead="We'll look at what we can erase and answer within a month.">
        Ask us to erase your data
      </CardTitle>
      <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
        <ErasureForm />
      </AsyncBoundary>
    </Card>
    <Card>
      <CardTitle lead="It's free, and it won't affect how we look after your case.">
        Make a complaint
      </CardTitle>
      <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
        <ComplaintForm />
      </AsyncBoundary>
    </Card>
  </div>
)

/** Asks for the password, then shows a link that works once. */
const ExportForm = () => {
  const [ready, setReady] = useState<Export | null>(null)
  const [isTaken, setTaken] = useState(false)
  const form = useCommandForm(privacy.prepareExport, {
    start: { currentPassword: '' },
    done: (prepared) => {
      form.reset()
      setTaken(false)
      setReady(prepared)
    },
  })
  if (ready && !isTaken) return <Ready ready={ready} downloaded={() => setTaken(true)} />
  return (
    <form {...form.props} className="grid gap-5">
      {isTaken && (
        <Callout tone="ok" title="Your download has started" announce="status">
          If it's interrupted, enter your password again to download it once more.
        </Callout>
      )}
      <p>
        You'll get one ZIP file: a page to read, the same in machine-readable form (JSON), and copies of your
        files. It includes your documents, so keep it somewhere safe.
      </p>
      <div className="max-w-90">
        <PasswordField
          label="Current password"
          hint="So that nobody else can download your documents"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      </div>
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" icon={<Download />} busy={form.busy}>
          Prepare my data
        </Button>
      </div>
    </form>
  )
}

const Ready = ({ ready, downloaded }: { ready: Export; downloaded: () => void }) => (
  <Callout
    tone="ok"
    announce="status"
    title="Your data is ready"
    actions={
      <ButtonAnchor
        variant="primary"
        href={urlOf(privacy.export, { id: ready.id })}
        download
        // Waits until the browser has followed the link before it is removed.
        onClick={() => setTimeout(downloaded, 500)}
      >
        <Download />
        Download my data
      </ButtonAnchor>
    }
  >
    The link works once, in this browser, for {exportMinutes} minutes.
  </Callout>
)

const ErasureForm = () => {
  const requests = useOwnRequests('erasure')
  return (
    <>
      <p>
        We must keep some records by law. For example, we keep your identity check for five years after our
        work for you ends (regulation 40 of the Money Laundering Regulations 2017). We'll tell you what we're
        keeping, why, and until when.
      </p>
      {requests.every(isAnswered) && <AskForm />}
      <RequestList label="Your requests for erasure" requests={requests} />
    </>
  )
}

const AskForm = () => {
  const cache = useQueryClient()
  const form = useCommandForm(privacy.askErasure, {
    start: { words: '' },
    done: async ({ reference }) => {
      toast({ title: 'Request sent', description: `Its reference is ${reference}.`, variant: 'success' })
      await refresh(cache, [privacy.requests])
    },
    refused: () => void refresh(cache, [privacy.requests]),
  })
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <TextArea
        label="What would you like us to erase?"
        optional
        hint="Leave blank if you mean everything"
        {...form.field('words')}
      />
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" busy={form.busy}>
          Ask for erasure
        </Button>
      </div>
    </form>
  )
}

const ComplaintForm = () => {
  const complaints = useOwnRequests('complaint')
  const [made, setMade] = useState<ClientRequest | null>(null)
  return (
    <>
      {made ? <Acknowledgement complaint={made} /> : <ComplainForm done={setMade} />}
      <RequestList label="Your complaints" requests={complaints} />
    </>
  )
}

const ComplainForm = ({ done }: { done: (complaint: ClientRequest) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(privacy.complain, {
    start: { words: '', wish: '' },
    done: async (complaint) => {
      done(complaint)
      await refresh(cache, [privacy.requests])
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p>
        Where we can, someone who wasn't responsible for the work will look into it.{' '}
        <TextLink to={pages.complaints}>How we deal with complaints</TextLink>
      </p>
      <TextArea label="What went wrong?" required {...form.field('words')} />
      <TextArea label="What would put it right?" optional {...form.field('wish')} />
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" busy={form.busy}>
          Send complaint
        </Button>
      </div>
    </form>
  )
}

/** Acknowledges a complaint at once, with the dates that the firm must keep. */
const Acknowledgement = ({ complaint: { reference, dueOn } }: { complaint: ClientRequest }) => (
  <Callout tone="ok" title={`We have your complaint: ${reference}`} announce="status">
    <p>
      Thank you for telling us. We'll contact you about your complaint. You'll have our answer, with our
      reasons and any offer to put things right, by {dateText(dueOn)}, which is eight weeks from today.
    </p>
    <p className="mt-2">
      If you're not satisfied with it, or haven't had it by then, you can go to the Legal Ombudsman, an
      independent and free service. Please do so within six months of our final answer.{' '}
      <TextLink to={pages.complaints}>How to reach the Ombudsman</TextLink>
    </p>
  </Callout>
)

/** Earlier requests with their outcomes. */
const RequestList = ({ label, requests }: { label: string; requests: ClientRequest[] }) => {
  const { thing: target } = useDeepLinkTarget('request', { things: requests, from: privacy.requests })
  if (requests.length === 0) return null
  return (
    <ul aria-label={label} className="-mx-5 mt-5 -mb-5 divide-y divide-line border-t border-line">
      {requests.map((request) => (
        <Entry key={request.id} isTarget={request === target}>
          <RequestEntry request={request} />
        </Entry>
      ))}
    </ul>
  )
}

const Entry = ({ isTarget, children }: { isTarget: boolean; children: ReactNode }) => (
  <li
    {...useHighlight<HTMLLIElement>(isTarget)}
    className={classes('grid gap-2 px-5 py-4', isTarget && 'bg-brand-tint outline-none')}
  >
    {children}
  </li>
)

const RequestEntry = ({ request }: { request: ClientRequest }) => {
  const { reference, createdAt, dueOn, words, answer, answeredAt, keptUntil } = request
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-semibold">{reference}</span>
        <span className="text-sm text-ink-soft">sent on {dateText(createdAt)}</span>
        <Badge tone={isAnswered(request) ? 'ok' : 'warn'}>
          {isAnswered(request) ? 'Answered' : 'Received'}
        </Badge>
      </p>
      {words && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{words}</p>}
      {answer && answeredAt ? (
        <div className="grid gap-1 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm font-semibold">Our answer on {dateText(answeredAt)}</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
          {keptUntil && <p className="text-sm text-ink-soft">Kept until {dateText(keptUntil)}</p>}
        </div>
      ) : (
        <p>You'll have our answer by {dateText(dueOn)}.</p>
      )}
    </>
  )
}
