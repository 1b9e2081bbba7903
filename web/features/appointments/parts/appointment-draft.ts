import { useCallback, useRef, useState } from 'react'
import { z } from 'zod'
import type { AppointmentForm as Rules } from '#contract/appointments/form.ts'
import { useUser } from '#web/platform/session.ts'
import { ownKey, stored } from '#web/platform/storage.ts'

/** Without the time, which may have gone by when the page is opened again. */
const Words = z.object({
  title: z.string(),
  type: z.enum(['virtual', 'in_person']),
  duration: z.string(),
  location: z.string(),
  meetingLink: z.string(),
  description: z.string(),
})

/**
 * The input for a new appointment, which survives closing the form by mistake. A client's words survive a reload too:
 * this device keeps them until they are sent or the user signs out. Staff book for one client after another, whose words
 * must not turn up in another's appointment.
 */
export function useAppointmentDraft(side: 'client' | 'firm', { isNew }: { isNew: boolean }) {
  const words = stored(ownKey(useUser().id, 'appointment_draft'), Words)
  const [draft, setDraft] = useState<Rules | null>(null)
  // Not a state: the form closes before it could be rendered with another one.
  const isSent = useRef(false)
  const keep = useCallback(
    (typed: Rules) => {
      if (isNew && !isSent.current) setDraft(typed)
    },
    [isNew],
  )
  return {
    /** Whether a form that was closed is kept on this page, and only there. */
    isUnsaved: side === 'firm' && draft !== null,
    /** Returns what the form begins with. */
    startOf: (blank: Rules): Rules => draft ?? { ...blank, ...(side === 'client' && words.read()) },
    keep,
    /** Called with the input as it is typed. */
    keepWords: (typed: Rules) => {
      if (isNew && side === 'client') words.write(Words.parse(typed))
    },
    begin: () => {
      isSent.current = false
    },
    drop: () => {
      isSent.current = true
      setDraft(null)
      if (isNew && side === 'client') words.clear()
    },
  }
}
