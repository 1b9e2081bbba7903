export interface FirmFacts {
  name: string
  telephone: string
  hours: string
  expectedReply: string
}

/** Articles speak of the firm by these names. */
export const withFirm = (text: string, { name, telephone, hours, expectedReply }: FirmFacts) =>
  text
    .replaceAll('{firm}', name)
    .replaceAll(' ({hours})', hours ? ` (${hours})` : '')
    .replaceAll('{telephone}', telephone || 'the number on your client care letter')
    .replaceAll('{reply}', expectedReply)
