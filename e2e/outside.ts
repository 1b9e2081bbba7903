import jsQR from 'jsqr'
import sharp from 'sharp'
import type { Visit } from './journey.ts'

/** Where people outside reach the portal, over TLS. */
export const outside = 'https://portal.example'

/** This browser reaches the portal from outside; who is signed in to it stays so. */
export async function goOutside({ context }: Visit, address: string) {
  const cookies = await context.cookies(address)
  await context.addCookies(
    cookies.map(({ domain: _, ...cookie }) => ({ ...cookie, url: outside, path: undefined })),
  )
  await context.route(`${outside}/**`, async (route) => {
    const request = route.request()
    const url = request.url().replace(outside, address)
    // A stream has no end that could be handed on.
    if (url.endsWith('/api/events')) return route.fulfill({ status: 204 })
    const headers = { ...request.headers(), ...(request.headers()['origin'] && { origin: address }) }
    return route.fulfill({ response: await route.fetch({ url, headers }) })
  })
}

/** What a phone reads when it is held, a little askew and not quite in focus, before a code on a screen. */
export async function readCode(screenshot: Buffer) {
  const { data, info } = await sharp(screenshot)
    .resize(700)
    .rotate(7, { background: '#c8c4bc' })
    .blur(1.5)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Many cameras do not know light on dark.
  const asCamerasDo = { inversionAttempts: 'dontInvert' } as const
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, asCamerasDo)?.data
}
