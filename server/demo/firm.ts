import { dayIn, edgeAt, plusDays, weekdayOf } from '#server/platform/time/zone.ts'

/** The fictitious firm of the demo. Its telephone numbers are reserved by Ofcom for drama, so nobody answers them. */
export const demoFirm = {
  name: 'Hartley & Rowe',
  regulator: 'Demo: your SRA statement appears here.',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday, 9am to 5.30pm',
  email: 'hello@hartley-rowe.example',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  complaintsTo: 'complaints@hartley-rowe.example',
  vatNumber: 'GB 000 0000 00',
}

/** Terms in its client care letters. */
export const demoLetterTerms = {
  supervisor: 'Alex Hartley, solicitor and partner',
  feesText:
    'For buying a home for up to £500,000, we charge a fixed fee of £1,450 plus VAT, which is £1,740 in all. Other work is charged by the hour, at £240 plus VAT.',
  estimateText:
    'We expect payments to others of about £650 for searches and the Land Registry, as well as any Stamp Duty Land Tax.',
}

export const demoPassword = 'portico-demo'

export const demoStaff = [
  {
    username: 'priya',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya.raman@hartley-rowe.example',
    phone: '020 7946 0141',
    role: 'fee_earner',
  },
  {
    username: 'marcus',
    firstName: 'Marcus',
    lastName: 'Webb',
    email: 'marcus.webb@hartley-rowe.example',
    phone: '020 7946 0142',
    role: 'fee_earner',
  },
  {
    username: 'admin',
    firstName: 'Alex',
    lastName: 'Hartley',
    email: 'alex.hartley@hartley-rowe.example',
    phone: '020 7946 0140',
    role: 'administrator',
  },
  {
    username: 'grace',
    firstName: 'Grace',
    lastName: 'Bennett',
    email: 'grace.bennett@hartley-rowe.example',
    role: 'compliance_officer',
  },
  {
    username: 'owen',
    firstName: 'Owen',
    lastName: 'Price',
    email: 'owen.price@hartley-rowe.example',
    role: 'cashier',
  },
] as const

/** The flat that the demo client is buying. She does not live there yet. */
export const demoPurchase = {
  short: 'Flat 4, 27 Orchard Row',
  full: 'Flat 4, 27 Orchard Row, London SE22 9QT',
}

export const demoHome = 'Flat 2, 12 Garden Street\nLondon\nSW1A 1AA'

export const demoClient = {
  username: 'testuser',
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara.okafor@example.com',
  phone: '07700 900123',
}

export const zone = 'Europe/London'

/** Returns a time of day such as "10:20", that many working days ago, because the firm writes in office hours. */
export function officeTime(now: Date, daysAgo: number, at: string): Date {
  let day = dayIn(zone, now)
  for (let left = daysAgo; left > 0; left -= 1) day = workingDayBefore(plusDays(day, -1))
  const [hours = 0, rest = 0] = at.split(':').map(Number)
  return edgeAt(zone, { day, minutes: hours * 60 + rest })
}

/** Returns the day that many days ahead, or the last working day before it. */
export const weekdayIn = (now: Date, days: number) => workingDayBefore(plusDays(dayIn(zone, now), days))

export const workingDayBefore = (day: string) => plusDays(day, -Math.max(0, weekdayOf(day) - 5))
