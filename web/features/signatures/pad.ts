import { useEffect, useEffectEvent, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { padSize } from '#contract/signatures.ts'

/** As on paper, whatever the colours of the page: this is what is stamped. */
const inkColour = '#14233b'

/** What is drawn: its picture as PNG, taken at the end of each stroke, and the strokes to draw it again. */
export interface Drawing {
  png: string
  strokes: PointGroup[]
}

interface PadState {
  /** Null while the pad is empty. */
  drawing: Drawing | null
  onDraw: (drawing: Drawing | null) => void
}

/** A pad on a canvas. It may go and come back: its strokes are drawn again. */
export function usePad({ drawing, onDraw }: PadState) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const restore = useEffectEvent((made: SignaturePad) => {
    if (drawing) made.fromData(drawing.strokes)
  })
  const take = useEffectEvent((made: SignaturePad) =>
    onDraw({ png: made.toDataURL('image/png'), strokes: made.toData() }),
  )

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const made = new SignaturePad(element, { penColor: inkColour, minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    made.addEventListener('endStroke', () => take(made))
    fit(element)
    restore(made)
    const watcher = new ResizeObserver(() => {
      fit(element)
      made.redraw()
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      made.off()
    }
  }, [])

  const clear = () => {
    pad.current?.clear()
    onDraw(null)
  }
  const undo = () => {
    const made = pad.current
    const strokes = made?.toData().slice(0, -1) ?? []
    made?.fromData(strokes)
    onDraw(made && strokes.length > 0 ? { png: made.toDataURL('image/png'), strokes } : null)
  }
  return { canvas, clear, undo }
}

/** The picture keeps its size; where the pad is shown smaller, strokes are drawn larger. */
const fit = (element: HTMLCanvasElement) => {
  const { width } = element.getBoundingClientRect()
  const scale = width > 0 ? padSize.width / width : 1
  element.getContext('2d')?.setTransform(scale, 0, 0, scale, 0, 0)
}
