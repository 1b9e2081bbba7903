const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `34250` → `£342.50`. */
export const formatPounds = (minor: number) => pounds.format(minor / 100)

/** The first pound figure in a text, in pence; 0 when there is none. Decimals are optional. */
export const poundsIn = (text: string) => {
  const [, whole, pence = ''] = /£\s?(\d[\d,]*)(?:\.(\d{1,2}))?/.exec(text) ?? []
  if (whole === undefined) return 0
  return Number(whole.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
}
