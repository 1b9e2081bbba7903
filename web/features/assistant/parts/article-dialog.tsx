import { useState } from 'react'
import { type KnowledgeArticle, knowledge } from '#contract/assistant.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRefreshArticles, useRestoreArticle } from '../knowledge-hooks.ts'

/** One article, to be changed and marked as reviewed. */
export const ArticleDialog = ({ article, onClose }: { article: KnowledgeArticle; onClose: () => void }) => {
  const refresh = useRefreshArticles()
  const { id, title, body, reviewedAt } = article
  const form = useCommandForm(knowledge.save, {
    start: { id, title, body, isReviewed: reviewedAt !== null },
    done: async () => {
      await refresh()
      toast({ title: 'Article saved' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description="Start each answer with ## and its heading. On the > line below, add other ways clients might ask. {firm}, {telephone}, {hours} and {reply} are filled in for you."
      size="large"
    >
      <form {...form.props} className="grid gap-4">
        <TextField label="Title" {...form.field('title')} />
        <TextArea label="Article" rows={16} {...form.field('body')} />
        <Checkbox label="Someone at the firm has reviewed this article" {...form.field('isReviewed')} />
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          {article.isChanged && <Restore article={article} onDone={onClose} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save article
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

const Restore = ({ article, onDone }: { article: KnowledgeArticle; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const restore = useRestoreArticle()
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">Back to the original</Button>}
      title="Go back to the original article?"
      description="Your firm's version will be deleted, and the article becomes a draft again."
      confirmLabel="Go back"
      destructive
      busy={restore.isPending}
      onConfirm={() => restore.mutate({ id: article.id }, { onSuccess: onDone })}
    />
  )
}
