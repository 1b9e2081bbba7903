import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { padSize, typedNameLimit } from '#contract/signatures/mark.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface DrawFieldProps {
  drawing: Drawing | null
  onDraw: (drawing: Drawing | null) => void
  error?: string | undefined
}

/** A pad to draw a signature, white in every colour scheme. The buttons below undo one stroke or all. */
export const DrawField = ({ drawing, onDraw, error }: DrawFieldProps) => {
  const id = useId()
  const { canvas, clear, undo } = usePad({ drawing, onDraw })
  const isEmpty = drawing === null
  return (
    <div className="grid gap-2">
      <div className="relative w-full max-w-100">
        <canvas
          ref={canvas}
          width={padSize.width}
          height={padSize.height}
          role="img"
          aria-label={isEmpty ? 'Signature pad, empty' : 'Signature pad, drawn'}
          aria-describedby={`${id}-hint`}
          className="block aspect-2/1 w-full cursor-crosshair touch-none rounded-lg border border-edge bg-[#fff]"
        />
        {isEmpty && (
          <span aria-hidden className={lineClass}>
            Sign here
          </span>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        Draw with your finger, a pen or the mouse, or type your name instead.
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Undo2 />} disabled={isEmpty} onClick={undo}>
          Undo
        </Button>
        <Button size="small" icon={<Eraser />} disabled={isEmpty} onClick={clear}>
          Clear
        </Button>
      </div>
    </div>
  )
}

const lineClass =
  'pointer-events-none absolute inset-x-6 bottom-8 border-t border-dashed border-[#8a8f98] pt-1 text-sm text-[#5b6068]'

interface TypeFieldProps {
  /** The signer's own name. */
  ownName: string
  name: string
  onType: (name: string) => void
  error?: string | undefined
}

/** A typed signature, as an alternative to drawing. */
export const TypeField = ({ ownName, name, onType, error }: TypeFieldProps) => (
  <div className="grid max-w-100 gap-3">
    <TextField
      label="Your full name"
      name="typedName"
      autoComplete="name"
      maxLength={typedNameLimit}
      hint={`Your typed name is your signature: ${ownName}`}
      value={name}
      {...(error !== undefined && { error })}
      onChange={({ target }) => onType(target.value)}
    />
    {name.trim() !== '' && (
      <p className={previewClass}>
        <bdi className="serif text-[1.6875rem] text-[#14233b] [overflow-wrap:anywhere]">{name.trim()}</bdi>
      </p>
    )}
  </div>
)

const previewClass = 'rounded-lg border border-edge bg-[#fff] px-4 py-5 text-center leading-snug'

/** The same colour in every colour scheme, because it is stamped on the document. */
const inkColour = '#14233b'

/** A drawn signature: a PNG taken at the end of each stroke, and the strokes to draw it again. */
export interface Drawing {
  png: string
  strokes: PointGroup[]
}

interface PadState {
  /** Null while the pad is empty. */
  drawing: Drawing | null
  onDraw: (drawing: Drawing | null) => void
}

/** Draws on a canvas. When the canvas is mounted again, its strokes are drawn again. */
function usePad({ drawing, onDraw }: PadState) {
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

/** Scales the strokes up if the pad is shown smaller, so that the picture keeps its size. */
const fit = (element: HTMLCanvasElement) => {
  const { width } = element.getBoundingClientRect()
  const scale = width > 0 ? padSize.width / width : 1
  element.getContext('2d')?.setTransform(scale, 0, 0, scale, 0, 0)
}
