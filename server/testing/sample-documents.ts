import sharp from 'sharp'
import { drawSelfie } from '#inspector/testing/faces.ts'
import { type Change, onDesk, sized } from '#inspector/testing/specimens/changes.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import type { Forgery } from '#inspector/testing/specimens/specimen.ts'
import { drawBill, drawStatement } from '#server/demo/sample-documents.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Draws on first use, once a process. */
const drawnOnce = (draw: () => Promise<Uint8Array>) => {
  let drawn: Promise<Bytes> | undefined
  return () => {
    drawn ??= draw().then((bytes) => new Uint8Array(bytes))
    return drawn
  }
}

let copies = 0
/** The same page in a file of its own: of two clients who send one file, the second is doubted. */
const anewOnce = (draw: () => Promise<Uint8Array>) => {
  const drawOnce = drawnOnce(draw)
  return async () => {
    const copy = (await drawOnce()).slice()
    // The second line of a PDF is a remark of four bytes that nobody reads.
    const remark = copy.indexOf(0x25, 5) + 1
    copies += 1
    copy.set([0x80 + (copies % 128), 0x80 + (copies >> 7)], remark)
    return copy
  }
}

/** A statement of the client that `portal.client()` registers, dated just before its clock. */
export const drawnStatement = anewOnce(() => drawStatement('3 November 2026'))

const amara = { name: 'Miss Amara Okafor', home: ['Flat 2, 12 Garden Street', 'London', 'SW1A 1AA'] }
/** An electricity bill of the same client: read in milliseconds, and no identity document. */
export const drawnBill = anewOnce(() => drawBill(amara, '3 November 2026'))
/** As it was sent in spring. */
export const drawnOldBill = anewOnce(() => drawBill(amara, '3 March 2026'))

const firstNumber = 533_401_286
let drawn = 0

/** No two passports have one number. */
const photoOf = (changes: Change[] = [], forgery?: Forgery) => {
  const { canvas } = drawPassport({
    holder: {
      surname: 'Okafor',
      givenNames: 'Amara',
      sex: 'F',
      birthDate: '1990-04-17',
      birthPlace: 'LEEDS',
      address: [],
    },
    state: 'GBR',
    number: String(firstNumber + drawn++),
    issueDate: '2021-06-30',
    expiryDate: '2031-06-30',
    forgery,
  })
  return photograph(canvas, { changes: [...changes, onDesk(), sized(1000)] })
}

/** A passport of hers on a desk, with a number of its own: two clients never show the same one. */
export const drawnPassport = async (): Promise<Bytes> => new Uint8Array(await photoOf())

/** A thumb lies over what is printed: the zone alone cannot be compared with anything. */
export const drawnCoveredPassport = drawnOnce(() => photoOf([thumb]))

/** Somebody else's name was printed over hers; the zone still says hers. */
export const drawnForgedPassport = drawnOnce(() => photoOf([], { printed: { surname: 'Whitlock' } }))

const thumb: Change = (picture) => {
  const { width, height } = picture
  const pen = picture.getContext('2d')
  pen.resetTransform()
  pen.fillStyle = '#c48a6a'
  pen.beginPath()
  pen.ellipse(width * 0.62, height * 0.33, width * 0.3, height * 0.26, 0, 0, Math.PI * 2)
  pen.fill()
  return picture
}

/** Taken in the pocket: too small, too dark, out of focus, and nothing is to be seen. */
export const drawnDarkness = drawnOnce(() =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a0a0a' } })
    .jpeg()
    .toBuffer(),
)

/** Her with a number in her hand: another picture than the selfie. */
export const drawnNumber = drawnOnce(() =>
  drawSelfie({ width: 640, height: 480, faces: [{ x: 0.3, y: 0.52, size: 0.62 }] }).encode('jpeg', 90),
)

export const drawnSelfie = drawnOnce(() => drawSelfie({ width: 640, height: 480 }).encode('jpeg', 90))
