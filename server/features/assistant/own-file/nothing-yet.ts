/** What the own file says where there is nothing in it yet. */
export const noDocument = 'You have not uploaded a document yet.'
export const noAppointment = 'You have no appointment at the moment.'
export const noMessage = 'Nobody has written yet, and neither have you.'
export const noCase = 'No case has been opened for you yet. Your team opens it when they begin.'

export const nothingYet: readonly string[] = [noDocument, noAppointment, noMessage, noCase]
