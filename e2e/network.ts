import type { Page } from '@playwright/test'

export interface Wire {
  /** Bytes as they came over the network, heads included, by the kind that Chromium says. */
  Script: number
  Stylesheet: number
  Font: number
  Document: number
}

/** Counts what a page takes over the network from now on. Answers a function that says how much it was. */
export async function weighWire(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await devtools.send('Network.enable')
  return (): Wire => ({ Script: 0, Stylesheet: 0, Font: 0, Document: 0, ...bytes })
}
