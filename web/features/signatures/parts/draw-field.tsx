import { Eraser, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { padSize } from '#contract/signatures.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { type Drawing, usePad } from '../pad.ts'

interface DrawFieldProps {
  drawing: Drawing | null
  onDraw: (drawing: Drawing | null) => void
  error?: string | undefined
}

/** White as paper in every colour scheme; below it what undoes a stroke, or all. */
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
          <span aria-hidden className={lineLook}>
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

const lineLook =
  'pointer-events-none absolute inset-x-6 bottom-8 border-t border-dashed border-[#8a8f98] pt-1 text-sm text-[#5b6068]'
