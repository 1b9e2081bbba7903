import { FileText, Image } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type GreyPicture, measuredWidth, measurePhoto, photoNeeds } from '#contract/documents/photo.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { sizeText } from '../copy.ts'

interface ChosenFileProps {
  file: File
  /** The file is being sent or was already judged, so it can't be changed or checked again. */
  isLocked: boolean
  fault: string | undefined
  send: () => void
  reset: () => void
  /** The progress of the upload. */
  children: ReactNode
}

/** The chosen file, the advice of the quick check, and any error. */
export const ChosenFile = ({ file, isLocked, fault, send, reset, children }: ChosenFileProps) => (
  <div className="grid gap-3">
    <FileRow name={file.name} type={file.type}>
      {sizeText(file.size)}
      {!isLocked && (
        <Button variant="ghost" size="small" onClick={reset}>
          Change
        </Button>
      )}
    </FileRow>
    {!isLocked && <QuickLook file={file} sendAnyway={send} takeAgain={reset} />}
    {children}
    <FormFault>{fault}</FormFault>
    {fault !== undefined && <FirmContactLine />}
  </div>
)

interface QuickLookProps {
  file: File
  sendAnyway: () => void
  takeAgain: () => void
}

/** Says before a photo is sent what may make it hard to read. Never blocks sending. */
const QuickLook = ({ file, sendAnyway, takeAgain }: QuickLookProps) => {
  const [first, ...more] = useFaults(file)
  return (
    <div role="status" className="empty:absolute">
      {first !== undefined && (
        <Callout
          tone="warn"
          title={[first, ...more].join(' ')}
          actions={
            <>
              <Button size="small" onClick={takeAgain}>
                Take again
              </Button>
              <Button size="small" variant="ghost" onClick={sendAnyway}>
                Send anyway
              </Button>
            </>
          }
        >
          You can send it, or take it again.
        </Callout>
      )}
    </div>
  )
}

function useFaults(file: File): string[] {
  const [found, setFound] = useState<{ file: File; faults: string[] }>()
  useEffect(() => {
    let isStale = false
    void faultsOfPhoto(file).then((faults) => {
      if (!isStale) setFound({ file, faults })
    })
    return () => {
      isStale = true
    }
  }, [file])
  return found?.file === file ? found.faults : []
}

interface FileRowProps {
  name: string
  type: string
  /** At the end of the row: size, time, a button. */
  children: ReactNode
}

/** One file on a row. A long name is truncated, and a right-to-left name doesn't reorder the row. */
export const FileRow = ({ name, type, children }: FileRowProps) => (
  <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-xl border border-line bg-sunken px-3.5 py-2.5">
    {type.startsWith('image/') ? <Image /> : <FileText />}
    <bdi className="min-w-0 flex-1 truncate font-semibold max-sm:basis-40" title={name}>
      {name}
    </bdi>
    <div className="figures ml-auto flex max-w-full flex-none flex-wrap items-center gap-2 text-sm text-ink-soft">
      {children}
    </div>
  </div>
)

/**
 * Checks a chosen photo in the browser and returns a sentence for each thing that the inspector may find hard to read.
 * This is advice only. Returns none for a PDF, or for a picture that this browser can't open.
 */
const faultsOfPhoto = async (file: File): Promise<string[]> => {
  if (!file.type.startsWith('image/')) return []
  const photo = await lookAt(file).catch(() => null)
  return photo ? faultsOf(photo) : []
}

interface Photo {
  picture: GreyPicture
  /** Original size of the photo in pixels. */
  taken: { width: number; height: number }
}

const faultsOf = ({ picture, taken }: Photo): string[] => {
  const { sharpness, light, glare } = measurePhoto(picture)
  const isSmall =
    Math.max(taken.width, taken.height) < photoNeeds.long ||
    Math.min(taken.width, taken.height) < photoNeeds.short
  // A dark or small picture also looks blurred, so the cause is reported and not the effect.
  if (light < photoNeeds.light) return ['This photo looks dark.']
  if (isSmall) return ['This photo is small, so the print may be hard to read.']
  return [
    ...(sharpness < photoNeeds.sharpness ? ['This photo looks blurred.'] : []),
    ...(glare > photoNeeds.glare ? ['A reflection seems to cover part of this photo.'] : []),
  ]
}

const lookAt = async (file: File): Promise<Photo | null> => {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(measuredWidth, width)
  canvas.height = Math.max(1, Math.round((height * canvas.width) / width))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  // Otherwise print on a transparent picture would be on black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    picture: { pixels: greyOf(data), width: canvas.width, height: canvas.height },
    taken: { width, height },
  }
}

// The weights of ITU-R BT.601, as in the inspector's own decoder.
const greyOf = (data: Uint8ClampedArray) => {
  const pixels = new Uint8Array(data.length / 4)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] =
      (data[at * 4] ?? 0) * 0.299 + (data[at * 4 + 1] ?? 0) * 0.587 + (data[at * 4 + 2] ?? 0) * 0.114
  return pixels
}
