/** What the own file says where there is nothing in it yet. */
export const noDocument = "You haven't uploaded any documents yet."
export const noAppointment = 'You have no appointments at the moment.'
export const noMessage = 'There are no messages yet.'
export const noCase = 'No case has been opened for you yet. Your team will open one when they start work.'

export const nothingYet: readonly string[] = [noDocument, noAppointment, noMessage, noCase]
