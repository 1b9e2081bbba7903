import { z } from 'zod'
import { line, prose } from '../kit/endpoint.ts'
import { type Appointment, linkFault, MeetingLink, virtualLocation } from './appointments.ts'
import { defaultDuration, leastMinutes } from './times.ts'

/** The form of the booking sheet. Part 2 section 5 of the specification gives its messages. */
export const AppointmentForm = z.strictObject({
  clientId: z.string().min(1, 'Please choose a client'),
  withId: z.string(),
  /** What the firm books it for: a task, `noPurpose`, or empty as long as nothing is chosen. */
  taskId: z.string(),
  title: line(120, 'Title is required'),
  type: z.enum(['virtual', 'in_person']),
  /** `2026-11-12`, in the firm's time zone. */
  startDate: z.string().min(1, 'Please select a date'),
  /** The offered start time, as ISO 8601. */
  startTime: z.string().min(1, 'Please select a time'),
  duration: z.string().refine((minutes) => Number(minutes) >= leastMinutes, 'Minimum duration is 15 minutes'),
  location: line(200),
  meetingLink: MeetingLink.superRefine((link, { addIssue }) => {
    const fault = link === '' ? null : linkFault(link)
    if (fault?.code === 'unprocessable') addIssue({ code: 'custom', message: fault.message })
  }),
  description: prose(2000),
})
export type AppointmentForm = z.infer<typeof AppointmentForm>

/** The choice of an appointment that completes nothing that the client was asked for. */
export const noPurpose = 'none'

export const emptyForm: AppointmentForm = {
  clientId: '',
  withId: '',
  taskId: '',
  title: '',
  type: 'virtual',
  startDate: '',
  startTime: '',
  duration: String(defaultDuration),
  location: virtualLocation,
  meetingLink: '',
  description: '',
}

export const isVirtual = ({ location }: Pick<Appointment, 'location'>) => location === virtualLocation

/** "Virtual" sets the location. "In person" clears it, and the link (part 2 section 5). */
export const withType = (type: AppointmentForm['type']) =>
  type === 'virtual' ? { type, location: virtualLocation } : { type, location: '', meetingLink: '' }

/** Converts the form to a booking. Only a virtual appointment gets the link. */
export const bookingFrom = (form: AppointmentForm) => {
  const startTime = new Date(form.startTime)
  return {
    title: form.title,
    description: form.description,
    startTime,
    endTime: new Date(startTime.getTime() + Number(form.duration) * 60_000),
    location: form.type === 'virtual' ? virtualLocation : form.location,
    ...(form.type === 'virtual' && { meetingLink: form.meetingLink }),
  }
}
