import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { signOn } from '#contract/sign-on.ts'
import { ask } from '#web/platform/ask.ts'
import { useIsHydrated } from '#web/platform/hydrated.ts'
import { knownFirm } from '#web/platform/page-head.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** For the firm's people, where the firm has a sign-in of its own: it stands last, so that nothing moves for it. */
export const ProviderSignIn = ({ next, busy }: { next: string | null; busy: boolean }) => {
  const [isLeaving, setLeaving] = useState(false)
  const name = useIsHydrated() ? knownFirm()?.signOn : null
  if (!name) return null
  const leave = async () => {
    setLeaving(true)
    try {
      const { url } = await ask(signOn.begin, next === null ? {} : { next })
      location.assign(url)
    } catch (error) {
      setLeaving(false)
      const description = error instanceof Error ? error.message : ''
      toast({ title: 'Login failed', description, variant: 'destructive' })
    }
  }
  return (
    <div className="grid gap-2.5 border-t border-line pt-5">
      <p className="text-sm text-ink-soft">Do you work at the firm?</p>
      <Button
        size="large"
        wide
        icon={<Building2 />}
        busy={isLeaving}
        disabled={busy}
        onClick={() => void leave()}
      >
        Sign in with {name}
      </Button>
    </div>
  )
}
