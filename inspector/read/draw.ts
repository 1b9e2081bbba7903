import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The part of a page that is needed to draw it. */
export type Drawable = Pick<PDFPageProxy, 'getViewport' | 'render'>

/** Draws a page on white at `scale` pixels per point. Width and height are at least one pixel. */
export const drawPage = async (page: Drawable, scale: number): Promise<Canvas> => {
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  )
  // pdf.js draws on any canvas with a 2D context, but its types accept only the browser's.
  await page.render({ canvas: canvas as never, viewport, background: 'white' }).promise
  return canvas
}
