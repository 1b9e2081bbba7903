import { type SyntheticEvent, use, useState } from 'react'
import type { ClientDocument, PageText } from '#contract/documents.ts'
import { urlOf } from '#contract/kit.ts'
import { counted } from '#web/platform/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Files } from '../files.ts'
import { usePageText } from '../hooks.ts'

const pagesAtOnce = 10

/** The pages of a PDF as pictures, each with its words over it to select and to be read out. */
export const PdfPages = ({ document }: { document: ClientDocument }) => {
  const pages = document.pages ?? 1
  const [shown, setShown] = useState(pagesAtOnce)
  const left = pages - shown
  return (
    <section aria-label={`Pages of ${document.filename}`} className="grid justify-items-center gap-4">
      {Array.from({ length: Math.min(pages, shown) }, (_, at) => (
        <PdfPage key={at + 1} document={document} page={at + 1} />
      ))}
      {left > 0 && (
        <Button onClick={() => setShown((count) => count + pagesAtOnce)}>
          Show {counted(Math.min(left, pagesAtOnce), 'more page')}
        </Button>
      )}
    </section>
  )
}

// Until its picture is there, a page is taken to be A4.
const paperRatio = 842 / 595

const PdfPage = ({ document: { id, pages }, page }: { document: ClientDocument; page: number }) => {
  const files = use(Files)
  const [ratio, setRatio] = useState<number | null>(null)
  const [isBroken, setBroken] = useState(false)
  const words = usePageText(id, page, { enabled: ratio !== null })
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setRatio(naturalWidth > 0 ? naturalHeight / naturalWidth : paperRatio)
  if (isBroken)
    return (
      <p className="text-ink-soft">{`Page ${page} cannot be shown here. You can still download the document.`}</p>
    )
  return (
    <div
      className="relative w-full max-w-180 overflow-clip rounded-lg border border-line bg-sunken"
      style={{ aspectRatio: 1 / (ratio ?? paperRatio) }}
    >
      <img
        src={urlOf(files.page, { id, page })}
        alt={`Page ${page} of ${pages ?? 1}`}
        loading="lazy"
        onLoad={measure}
        onError={() => setBroken(true)}
        className="absolute inset-0 size-full"
      />
      {words && <Words items={words} ratio={ratio ?? paperRatio} />}
    </div>
  )
}

const across = 1000

/** Invisible letters, each run as wide as it is printed, so that a selection lies on the picture's words. */
const Words = ({ items, ratio }: PageText & { ratio: number }) => {
  const down = across * ratio
  return (
    <svg viewBox={`0 0 ${across} ${down}`} className="absolute inset-0 size-full cursor-text select-text">
      {items.map(({ text, x, y, width, height }, at) => (
        <text
          key={at}
          x={x * across}
          y={(y + height * 0.85) * down}
          fontSize={height * down}
          textLength={Math.max(1, width * across)}
          lengthAdjust="spacingAndGlyphs"
          className="fill-transparent selection:bg-brand/25 selection:fill-transparent"
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
