import { Video } from 'lucide-react'
import { type Appointment, linkFault } from '#contract/appointments/appointments.ts'
import { ButtonAnchor } from './button.tsx'

/** The link to an appointment's meeting. Renders nothing if the appointment is cancelled or has no usable link. */
export const JoinLink = ({ appointment }: { appointment: Appointment }) => {
  const { title, meetingLink, status } = appointment
  if (meetingLink === null || status === 'cancelled' || linkFault(meetingLink)) return null
  return (
    <ButtonAnchor href={meetingLink} target="_blank" rel="noopener noreferrer" icon={<Video />}>
      Join Meeting
      <span className="sr-only">{`: ${title} (opens in a new tab)`}</span>
    </ButtonAnchor>
  )
}
