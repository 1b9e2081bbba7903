import jsQR from 'jsqr'
import sharp from 'sharp'
import type { Visit } from './journey.ts'

/** The portal's public address, over TLS. */
export const outside = 'https://portal.example'

/** Lets this browser reach the portal by its public address, keeping the session. */
export async function goOutside({ context }: Visit, address: string) {
  const cookies = await context.cookies(address)
  await context.addCookies(
    cookies.map(({ domain: _, ...cookie }) => ({ ...cookie, url: outside, path: undefined })),
  )
  await context.route(`${outside}/**`, async (route) => {
    const request = route.request()
    const url = request.url().replace(outside, address)
    // A stream does not end, so its response cannot be forwarded.
    if (url.endsWith('/api/events')) return route.fulfill({ status: 204 })
    const headers = { ...request.headers(), ...(request.headers()['origin'] && { origin: address }) }
    return route.fulfill({ response: await route.fetch({ url, headers }) })
  })
}

/** Reads a QR code as a phone would that is held slightly tilted and out of focus. */
export async function readCode(screenshot: Buffer) {
  const { data, info } = await sharp(screenshot)
    .resize(700)
    .rotate(7, { background: '#c8c4bc' })
    .blur(1.5)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Many cameras cannot read light codes on a dark background.
  const asCamerasDo = { inversionAttempts: 'dontInvert' } as const
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, asCamerasDo)?.data
}
