import { london } from '#contract/london.ts'
import { pages } from '#contract/pages.ts'
import type { OwnFile } from './file.ts'
import { noAppointment } from './nothing-yet.ts'
import type { Report } from './report.ts'

const told = 3

/** What is coming, the next first. */
export async function reportAppointments(file: OwnFile): Promise<Report> {
  const coming = (await file.appointments())
    .filter(({ status, endTime }) => status === 'scheduled' && endTime > file.now)
    .sort((a, b) => a.startTime.getTime() - b.startTime.getTime())
  const label = 'Your appointments'
  const [next] = coming
  if (!next)
    return {
      label,
      content: noAppointment,
      actions: [{ label: 'Book an appointment', path: pages.appointments }],
    }
  return {
    label,
    content: [
      coming.length === 1 ? 'Your next appointment:' : 'Your next appointments:',
      ...coming.slice(0, told).map(lineOf),
    ].join('\n'),
    actions: [{ label: 'Open Appointments', path: pages.appointments }],
  }
}

const lineOf = ({ title, startTime, location }: Awaited<ReturnType<OwnFile['appointments']>>[number]) => {
  const when = startTime.toLocaleString('en-GB', { ...london, dateStyle: 'full', timeStyle: 'short' })
  return `- ${title}: ${when} London time${location ? `, ${location}` : ''}`
}
