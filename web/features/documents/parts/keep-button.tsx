import type { ClientDocument } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeepDocument } from '../hooks.ts'
import { keepFailed } from '../words.ts'

interface KeepButtonProps {
  documents: readonly ClientDocument[]
  done: () => void
}

/** Sends doubtful documents as they are: a person of the firm decides. */
export const KeepButton = ({ documents, done }: KeepButtonProps) => {
  const { mutateAsync, isPending } = useKeepDocument()
  const keep = () => {
    Promise.all(documents.map(({ id }) => mutateAsync({ id }))).then(done, (error: unknown) =>
      toast(keepFailed(error instanceof Problem ? error.message : 'Please try again.')),
    )
  }
  return (
    <Button busy={isPending} onClick={keep}>
      {documents.length > 1 ? 'Keep them anyway' : 'Keep this one anyway'}
    </Button>
  )
}
