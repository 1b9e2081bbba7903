import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { type ClientRequest, privacy } from '#contract/privacy.ts'
import { dateText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { useOwnRequests } from '../hooks.ts'
import { RequestList } from './request-list.tsx'

export const ComplaintForm = () => {
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
        Someone who wasn't responsible for the work will look into it.{' '}
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

/** What a good firm says at once, and keeps to. */
const Acknowledgement = ({ complaint: { reference, dueOn } }: { complaint: ClientRequest }) => (
  <Callout tone="ok" title={`We have your complaint: ${reference}`} announce="status">
    <p>
      Thank you for telling us. Within five working days, we'll tell you who is looking into it. You'll have
      our answer, with our reasons and any offer to put things right, by {dateText(dueOn)}, which is eight
      weeks from today.
    </p>
    <p className="mt-2">
      If you're not satisfied with it, or haven't had it by then, you can go to the Legal Ombudsman, an
      independent and free service. Please do so within six months of our final answer.{' '}
      <TextLink to={pages.complaints}>How to reach the Ombudsman</TextLink>
    </p>
  </Callout>
)
