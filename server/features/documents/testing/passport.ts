import { onDesk, turned } from '#inspector/testing/specimens/changes.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'

const holder = { sex: 'F', birthDate: '1990-04-17', birthPlace: 'LEEDS', address: [] } as const

/** Returns a photo of an invented passport, lying slightly turned on a desk. */
export const photographPassport = ({
  surname = 'Okafor',
  givenNames = 'Amara',
  expiryDate = '2031-06-30',
  number = '533401286',
} = {}) => {
  const { canvas } = drawPassport({
    holder: { ...holder, surname, givenNames },
    state: 'GBR',
    number,
    issueDate: '2021-06-30',
    expiryDate,
  })
  return photograph(canvas, { changes: [turned(4), onDesk()] })
}
