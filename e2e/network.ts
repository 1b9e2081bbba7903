import type { Page } from '@playwright/test'

export interface Wire {
  /** Bytes transferred, headers included, by Chromium's resource type. */
  Script: number
  Stylesheet: number
  Font: number
  Document: number
}

/** Counts the bytes a page transfers from now on. The returned function gives the totals. */
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
