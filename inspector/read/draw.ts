import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Draws a page on white; `scale` is pixels a point. At least one pixel each way. */
export const drawPage = async (page: PDFPageProxy, scale: number): Promise<Canvas> => {
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  // The reader draws on anything with a 2D context; its types know only the browser's.
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise
  return canvas
}
