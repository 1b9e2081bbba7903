import { useQueryClient } from '@tanstack/react-query'
import { isAnswered, privacy } from '#contract/privacy.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useOwnRequests } from '../hooks.ts'
import { RequestList } from './request-list.tsx'

export const ErasureForm = () => {
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
