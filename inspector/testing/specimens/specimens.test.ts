import { expect, test } from 'vitest'
import { blurred, cropped, onDesk, sized, turned } from './changes.ts'
import { holderFrom } from './holders.ts'
import { driverNumber } from './licence.ts'
import { checkDigit, machineName, td1, td2, td3, visa } from './mrz.ts'
import { drawPassport } from './passport.ts'
import { photograph } from './photograph.ts'
import { randomFrom } from './random.ts'
import { tilted } from './tilt.ts'

// The specimens of ICAO Doc 9303 parts 4 to 7, appendices B.
const anna = {
  issuer: 'UTO',
  nationality: 'UTO',
  surname: 'Eriksson',
  givenNames: 'Anna Maria',
  birthDate: '1974-08-12',
  expiryDate: '2012-04-15',
  sex: 'F' as const,
}

test('zones are composed as in the specimens of ICAO', () => {
  const passport = { ...anna, documentCode: 'P', documentNumber: 'L898902C3', optional: 'ZE184226B' }
  expect(td3(passport)).toEqual([
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ])
  const card = { ...anna, documentCode: 'I', documentNumber: 'D23145890' }
  expect(td2(card)).toEqual(['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'])
  expect(td1(card)).toEqual([
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ])
  const leave = { ...anna, documentCode: 'V', documentNumber: 'L8988901C', nationality: 'XXX' }
  expect(visa({ ...leave, birthDate: '1940-09-07', expiryDate: '1996-12-10' }, 'MRV-A')[1]).toBe(
    'L8988901C4XXX4009078F9612109<<<<<<<<<<<<<<<<',
  )
  expect(checkDigit('520727')).toBe('3')
})

test('names are written as machines read them', () => {
  expect(machineName("O'Connor")).toBe('OCONNOR')
  expect(machineName('Smith-Jones')).toBe('SMITH JONES')
  expect(machineName('Müller')).toBe('MUELLER')
})

test('the number of a licence is made from name and date of birth', () => {
  const sarah = {
    surname: 'Morgan',
    givenNames: 'Sarah Meredyth',
    sex: 'F' as const,
    birthDate: '1976-03-11',
    birthPlace: '',
    address: [],
  }
  expect(driverNumber(sarah, '9IJ')).toBe('MORGA753116SM9IJ')
  expect(driverNumber({ ...sarah, surname: 'Fox', givenNames: 'Ian', sex: 'M' }, '9IJ')).toBe(
    'FOX99703116I99IJ',
  )
  expect(driverNumber({ ...sarah, surname: 'MacDonald' })).toMatch(/^MCDON/)
})

test('the same seed draws the same file, another seed another', async () => {
  const take = (seed: number) => {
    const holder = holderFrom(randomFrom(seed))
    const { canvas } = drawPassport({
      holder,
      state: 'GBR',
      number: '512345678',
      issueDate: '2022-03-04',
      expiryDate: '2032-03-04',
    })
    const changes = [turned(9), tilted(0.05), onDesk(), blurred(1), cropped({ left: 0.02 }), sized(500)]
    return photograph(canvas, { changes, seed })
  }
  expect(await take(3)).toEqual(await take(3))
  expect(await take(3)).not.toEqual(await take(4))
})
