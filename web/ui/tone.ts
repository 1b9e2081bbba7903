import { CircleAlert, CircleCheck, CircleMinus, Clock, Info, TriangleAlert } from 'lucide-react'

/**
 * The state of something: `neutral` is still to come, `over` will not come any more. Colour alone never shows a tone,
 * because each has an icon beside the word.
 */
export type Tone = 'ok' | 'warn' | 'stop' | 'info' | 'neutral' | 'over'

export const toneIcon = {
  ok: CircleCheck,
  warn: TriangleAlert,
  stop: CircleAlert,
  info: Info,
  neutral: Clock,
  over: CircleMinus,
}

export const toneTint: Record<Tone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  stop: 'bg-stop-tint text-stop',
  info: 'bg-info-tint text-info',
  neutral: 'bg-sunken text-ink-soft',
  over: 'bg-sunken text-ink-soft',
}

export const toneText: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  stop: 'text-stop',
  info: 'text-info',
  neutral: 'text-ink-soft',
  over: 'text-ink-soft',
}
