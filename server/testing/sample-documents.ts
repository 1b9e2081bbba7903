import sharp from 'sharp'
import { drawSelfie } from '#inspector/testing/faces.ts'
import { type Change, onDesk, sized } from '#inspector/testing/specimens/changes.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import type { Forgery } from '#inspector/testing/specimens/specimen.ts'
import { drawBill, drawStatement } from '#server/demo/sample-documents.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Draws on first use, once per process. */
const drawnOnce = (draw: () => Promise<Uint8Array>) => {
  let drawn: Promise<Bytes> | undefined
  return () => {
    drawn ??= draw().then((bytes) => new Uint8Array(bytes))
    return drawn
  }
}

let copies = 0
/** Returns the same page as a different file each time, because a file that two clients send is flagged. */
const freshCopiesOf = (draw: () => Promise<Uint8Array>) => {
  const drawOnce = drawnOnce(draw)
  return async () => {
    const copy = (await drawOnce()).slice()
    // The second line of a PDF is a comment of four bytes that nothing reads.
    const remark = copy.indexOf(0x25, 5) + 1
    copies += 1
    copy.set([0x80 + (copies % 128), 0x80 + (copies >> 7)], remark)
    return copy
  }
}

/** A statement of the client that `portal.client()` registers, dated just before its clock. */
export const drawnStatement = freshCopiesOf(() => drawStatement('3 November 2026'))

const amara = { name: 'Miss Amara Okafor', home: ['Flat 2, 12 Garden Street', 'London', 'SW1A 1AA'] }
/** An electricity bill of the same client. Reading it takes milliseconds, and it is no identity document. */
export const drawnBill = freshCopiesOf(() => drawBill(amara, '3 November 2026'))
/** The same bill, dated in spring. */
export const drawnOldBill = freshCopiesOf(() => drawBill(amara, '3 March 2026'))

const firstNumber = 533_401_286
let drawn = 0

/** Draws a passport, each with a different number. */
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

/** A passport of hers on a desk, with a number of its own, because two clients must never show the same one. */
export const drawnPassport = async (): Promise<Bytes> => new Uint8Array(await photoOf())

/** A thumb covers the printed details, so there is nothing to compare the MRZ with. */
export const drawnCoveredPassport = drawnOnce(() => photoOf([thumb]))

/** Another name was printed over hers. The MRZ still has hers. */
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

/** A photo taken in a pocket: too small, too dark, out of focus, and with nothing visible. */
export const drawnDarkness = drawnOnce(() =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a0a0a' } })
    .jpeg()
    .toBuffer(),
)

/** Her with a number in her hand, a different picture from the selfie. */
export const drawnNumber = drawnOnce(() =>
  drawSelfie({ width: 640, height: 480, faces: [{ x: 0.3, y: 0.52, size: 0.62 }] }).encode('jpeg', 90),
)

export const drawnSelfie = drawnOnce(() => drawSelfie({ width: 640, height: 480 }).encode('jpeg', 90))
