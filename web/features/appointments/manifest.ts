import { CalendarDays } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const appointments: Feature = {
  pages: [
    {
      path: pages.appointments,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).AppointmentsPage),
      entry: { label: 'Appointments', icon: CalendarDays },
    },
    {
      path: pages.firmAppointments,
      audience: 'firm',
      action: 'appointments.run',
      page: chunk(async () => (await import('./firm-page.tsx')).FirmAppointmentsPage),
      entry: { label: 'Appointments', icon: CalendarDays },
    },
  ],
  live: {
    appointments: [
      'appointments.list',
      'appointments.slots',
      'firmAppointments.list',
      'firmAppointments.slots',
      'firmAppointments.purposes',
      'firmAppointments.diary',
    ],
  },
}
