import { registerTable } from '#server/platform/audit/personal-data.ts'
import { appointments } from './schema.ts'

export const personalData = [
  registerTable(appointments, {
    title: 'Your appointments',
    whose: appointments.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      withId: 'The reference number of the person you met; their name is shown in the portal.',
      title: true,
      description: true,
      startTime: true,
      endTime: true,
      location: true,
      meetingLink: true,
      status: true,
      cancelledBy: true,
      sequence: 'The version of the calendar entry.',
      dayReminderAt: 'When the portal should remind you.',
      hourReminderAt: 'When the portal should remind you.',
      createdAt: true,
      changedAt: true,
    },
  }),
]
