import { held } from '#server/platform/holdings.ts'
import { appointments } from './schema.ts'

export const holdings = [
  held(appointments, {
    title: 'Your appointments',
    whose: appointments.clientId,
    columns: {
      id: true,
      clientId: 'Your own number.',
      withId: 'The number of whoever you met; their name stands in the portal.',
      title: true,
      description: true,
      startTime: true,
      endTime: true,
      location: true,
      meetingLink: true,
      status: true,
      cancelledBy: true,
      sequence: 'Which version of the calendar entry it is.',
      dayReminderAt: 'When the portal has to remind you.',
      hourReminderAt: 'When the portal has to remind you.',
      createdAt: true,
      changedAt: true,
    },
  }),
]
