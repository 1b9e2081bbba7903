import { LockKeyhole } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Onboarding } from '#contract/onboarding/onboarding.ts'
import { useRoomAboveKeyboard } from '#web/platform/viewport.ts'
import { Logo } from '#web/ui/data/logo.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { AskObi } from '#web/ui/fields/ask-obi.tsx'
import { SharedAddress } from '#web/ui/fields/shared-address.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { hearCapture } from './capture/message.ts'
import { canHandOff } from './chat.ts'
import { progressWords } from './copy.ts'
import { useLiveConversation } from './live-conversation.ts'
import { Transcript } from './parts/transcript.tsx'

/** The conversation in which a new client proves their identity. */
export const OnboardingPage = () => {
  const chat = useLiveConversation()
  const { conversation, modal, outbox } = chat
  const panel = useRoomAboveKeyboard()
  return (
    <div ref={panel} className={panelClass}>
      <DocumentTitle>Verify your identity</DocumentTitle>
      <ChatHeader progress={conversation.progress} />
      <Transcript chat={chat} />
      {conversation.stage !== 'complete' && (
        <AskObi
          topics={conversation.suggestedTopics}
          onSay={(words) => outbox.say(words)}
          onType={chat.stay}
        />
      )}
      <SessionDialog url={modal.url} onClose={modal.close} onNews={modal.look} />
    </div>
  )
}

// On a phone the panel fills the window below the header and above the tabs, or all that the open keyboard leaves.
const panelClass =
  'mx-auto flex min-h-80 w-full max-w-205 flex-col bg-paper md:h-[calc(100dvh-4rem)] md:min-h-120 md:rounded-xl md:border md:border-line ' +
  'max-md:-mx-4.5 max-md:-my-5 max-md:h-[calc(100dvh-61px-3.5rem-env(safe-area-inset-bottom))] max-md:w-auto ' +
  'data-covered:fixed data-covered:inset-x-0 data-covered:z-35 data-covered:m-0 data-covered:min-h-0'

/** Shows the client's progress and how much is left. */
const ChatHeader = ({ progress }: Pick<Onboarding, 'progress'>) => {
  const words = progressWords(progress)
  return (
    <header className="grid flex-none gap-3 border-b border-line bg-surface px-4.5 pt-3.5 pb-4 md:rounded-t-xl md:px-6">
      <div className="flex items-center gap-3">
        <Logo />
        <div className="grid min-w-0 flex-1">
          <PageHeading className="font-sans! text-base leading-tight font-semibold! tracking-normal!">
            Verify your identity
          </PageHeading>
          <p className="figures text-sm text-ink-soft">{words}</p>
        </div>
        <LockKeyhole className="text-ink-soft" />
      </div>
      <Progress
        size="thin"
        label="Verification"
        value={(progress.step / progress.of) * 100}
        valueText={words}
      />
    </header>
  )
}

interface SessionDialogProps {
  /** The address of the session's page, ours or the partner's. Null while the dialog is closed. */
  url: string | null
  onClose: () => void
  /** Called when something happened in the session, so that its status is worth asking for. */
  onNews: () => void
}

/**
 * The verification session in a dialog over the chat. Closes when the conversation moves on, or when the client closes
 * it.
 */
const SessionDialog = ({ url, onClose, onNews }: SessionDialogProps) => {
  const hear = useEffectEvent((says: string) => (says === 'closing' ? onClose() : onNews()))
  useEffect(() => hearCapture((says) => hear(says)), [])
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(open) => open || onClose()}
      title="Your verification"
      size="large"
    >
      {url !== null && (
        <div className="grid gap-4">
          <iframe
            src={url}
            title="Verification session"
            allow="camera; fullscreen"
            className="h-[min(66dvh,44rem)] w-full rounded-lg border border-line bg-paper max-sm:h-[calc(92dvh-6.5rem)]"
          />
          {canHandOff(location) && <HandOff address={new URL(url, location.origin).href} />}
        </div>
      )}
    </Dialog>
  )
}

/** Hands the session over to a phone, on larger screens. This page moves on by itself when the phone is done. */
const HandOff = ({ address }: { address: string }) => (
  <div className="max-sm:hidden">
    <SharedAddress
      address={address}
      label="Prefer to use your phone?"
      hint="Scan the code with your phone's camera, or open this link there. It works for 30 minutes, and this page updates by itself."
      pictureLabel="QR code to continue on your phone"
      copied="Open it on your phone to carry on there."
    />
  </div>
)
