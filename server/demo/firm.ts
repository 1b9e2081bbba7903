/** The make-believe firm of the demo. Its telephone numbers are Ofcom's for drama; nobody answers them. */
export const demoFirm = {
  name: 'Hartley & Rowe',
  regulator:
    'A demonstration: a real firm says here that it is authorised and regulated by the Solicitors Regulation Authority, with its SRA number.',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday, 9am to 5.30pm',
  email: 'hello@hartley-rowe.example',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  complaintsTo: 'complaints@hartley-rowe.example',
  vatNumber: 'GB 000 0000 00',
}

export const demoPassword = 'portico-demo'

export const demoStaff = [
  {
    username: 'priya',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya.raman@hartley-rowe.example',
    role: 'fee_earner',
  },
  {
    username: 'admin',
    firstName: 'Alex',
    lastName: 'Hartley',
    email: 'alex.hartley@hartley-rowe.example',
    role: 'administrator',
  },
] as const

export const demoClient = {
  username: 'testuser',
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara.okafor@example.com',
  phone: '07700 900123',
}
