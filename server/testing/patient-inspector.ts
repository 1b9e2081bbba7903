import { openInspector } from '#inspector/inspector.ts'
import { minutes } from '#server/platform/durations.ts'

/** The real inspector, which gives up no document because other tests keep the machine busy. */
export const patientInspector = () =>
  openInspector({ quickLimit: minutes(1), showLimit: minutes(1), readLimit: minutes(2) })
