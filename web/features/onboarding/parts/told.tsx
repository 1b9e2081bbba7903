import { Paperclip } from 'lucide-react'
import type { ChatMessage } from '#contract/onboarding/chat.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'

export const FileName = ({ children }: { children: string }) => (
  <span className="flex items-center gap-2">
    <Paperclip aria-hidden className="size-4!" />
    {children}
  </span>
)

const tones = { good: 'ok', wait: 'info', bad: 'warn' } as const

/** The words of a message with its summary and its badge. */
export const Told = ({ content, facts, badge }: Pick<ChatMessage, 'content' | 'facts' | 'badge'>) => {
  const mark = badge && <Badge tone={tones[badge.tone]}>{badge.words}</Badge>
  return (
    <>
      {content}
      {facts.length > 0 ? (
        <div className="mt-3 grid justify-items-start gap-3 rounded-lg border border-line px-3.5 py-3 whitespace-normal">
          <div className="w-full [&_dd]:min-w-0 [&_dt]:flex-none">
            <DescriptionList facts={facts.map(({ label, value }) => ({ name: label, value }))} />
          </div>
          {mark}
        </div>
      ) : (
        mark && <div className="mt-2.5">{mark}</div>
      )}
    </>
  )
}
