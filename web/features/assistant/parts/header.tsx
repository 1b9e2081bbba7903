import { Sparkles, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useFirm } from '#web/platform/firm.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { PageHeading } from '#web/ui/layout/page.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { useClear, useMessages } from '../hooks.ts'
import { HandOver } from './answer.tsx'

/** Who answers here, from what, and the way to a person. */
export const AssistantHeader = () => {
  const { name } = useFirm()
  return (
    <header className="flex flex-none items-center gap-3 border-b border-line bg-surface px-4.5 py-3.5 md:rounded-t-xl md:px-6">
      <span className="grid size-9.5 flex-none place-items-center rounded-full bg-brass-tint text-brass">
        <Sparkles aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1">
        <PageHeading className="font-sans! text-base leading-tight font-semibold! tracking-normal!">
          AI chat with Obi
        </PageHeading>
        <p className="text-sm text-ink-soft max-md:hidden">
          Answers from {name}'s articles and your own file. No legal advice.
        </p>
        <p className="text-sm text-ink-soft md:hidden">No legal advice</p>
      </div>
      <HandOver trigger={<IconButton label="Ask a person" icon={<UserRound />} />} />
      <Clear />
    </header>
  )
}

const Clear = () => {
  const [isOpen, setOpen] = useState(false)
  const { data: messages } = useMessages()
  const clear = useClear()
  if (!messages || messages.length === 0) return null
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label="Clear conversation" icon={<Trash2 />} />}
      title="Clear this conversation?"
      description="Your questions and Obi's answers will be deleted. Your team keeps anything you've passed to them."
      confirmLabel="Clear conversation"
      destructive
      busy={clear.isPending}
      onConfirm={() => clear.mutate({}, { onSuccess: () => setOpen(false) })}
    />
  )
}
