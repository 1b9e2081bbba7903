import { useState } from 'react'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRemoveDocument } from '../hooks.ts'
import { deleted, deleteFailed, deleteWords } from '../words.ts'

export const DeleteButton = ({ document: { id, filename } }: { document: ClientDocument }) => {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync, isPending } = useRemoveDocument()
  const remove = () => {
    mutateAsync({ id }).then(
      () => {
        setOpen(false)
        toast(deleted)
      },
      (error: unknown) => {
        setOpen(false)
        toast(deleteFailed(error instanceof Problem ? error.message : 'Please try again.'))
      },
    )
  }
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="small" aria-label={`Delete ${filename}`}>
          Delete
        </Button>
      }
      title="Delete document"
      description={<span className="[overflow-wrap:anywhere]">{deleteWords(filename)}</span>}
      confirmLabel="Delete"
      destructive
      busy={isPending}
      onConfirm={remove}
    />
  )
}
