import { ZoomIn, ZoomOut } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { classes } from '../classes.ts'
import { placeLabels, type Size } from './frame-labels.ts'
import { joinedFrames, type PlacedText } from './joined-frames.ts'

export interface PagedDocument {
  name: string
  pages: number
  /** Returns the URL of the picture of a page, counted from 1. */
  pictureOf: (page: number) => string
  /** A hook that returns the words of a page. Null while they load, and if there are none. */
  usePageText: (page: number, options: { enabled: boolean }) => PlacedText[] | null
  /** Returns the places to frame on a page, each with its label as `text`. */
  marksOn?: (page: number) => PlacedText[]
}

export interface DocumentPagesProps {
  paper: PagedDocument
  /** Called with each page whose picture has come into view. */
  onSeen?: (page: number) => void
}

const pagesAtOnce = 10

/**
 * The pages of a document as pictures, with their words over them to select and to read out. On a phone, where a whole
 * page is too small to read, they can be enlarged.
 */
export const DocumentPages = ({ paper, onSeen }: DocumentPagesProps) => {
  const [shown, setShown] = useState(pagesAtOnce)
  const [isLarge, setLarge] = useState(false)
  const left = paper.pages - shown
  const next = Math.min(left, pagesAtOnce)
  return (
    <section aria-label={`Pages of ${paper.name}`} className="grid justify-items-center gap-4">
      <Button
        size="small"
        icon={isLarge ? <ZoomOut /> : <ZoomIn />}
        onClick={() => setLarge(!isLarge)}
        className="justify-self-start sm:hidden"
      >
        {isLarge ? 'Fit the pages' : 'Enlarge the pages'}
      </Button>
      <div className="w-full min-w-0 max-sm:overflow-x-auto">
        <div className={classes('grid justify-items-center gap-4', isLarge && 'max-sm:w-[200%]')}>
          {Array.from({ length: Math.min(paper.pages, shown) }, (_, at) => (
            <PaperPage key={at + 1} paper={paper} page={at + 1} onSeen={onSeen} />
          ))}
        </div>
      </div>
      {left > 0 && (
        <Button onClick={() => setShown((count) => count + pagesAtOnce)}>
          Show {next} more {next === 1 ? 'page' : 'pages'}
        </Button>
      )}
    </section>
  )
}

// Until its picture has loaded, a page is assumed to be A4.
const paperRatio = 842 / 595

interface PaperPageProps extends Pick<DocumentPagesProps, 'paper' | 'onSeen'> {
  page: number
}

const PaperPage = ({ paper, page, onSeen }: PaperPageProps) => {
  const [ratio, setRatio] = useState<number | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const address = paper.pictureOf(page)
  const words = paper.usePageText(page, { enabled: ratio !== null })
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) => {
    setRatio(naturalWidth > 0 ? naturalHeight / naturalWidth : paperRatio)
  }
  const frame = useSight(onSeen && ratio !== null ? () => onSeen(page) : undefined)
  const again = () => {
    setAttempt(attempt + 1)
    setBroken(false)
  }
  if (isBroken)
    return (
      <p className="text-ink-soft">
        {`Page ${page} can't be shown here. You can still download the document. `}
        <Button variant="link" aria-label={`Try again: page ${page}`} onClick={again}>
          Try again
        </Button>
      </p>
    )
  return (
    <div
      ref={frame}
      className="relative w-full max-w-180 overflow-clip rounded-lg border border-line bg-sunken"
      style={{ aspectRatio: 1 / (ratio ?? paperRatio) }}
    >
      {ratio === null && (
        <p aria-hidden className="absolute inset-x-4 top-8 text-center text-sm text-ink-soft">
          {`Page ${page} is loading…`}
        </p>
      )}
      <img
        // A new URL, because the browser would otherwise answer from its cache.
        src={attempt === 0 ? address : `${address}?again=${attempt}`}
        alt={`Page ${page} of ${paper.pages}`}
        loading="lazy"
        onLoad={measure}
        onError={() => setBroken(true)}
        className="absolute inset-0 size-full"
      />
      {words && <Words items={words} ratio={ratio ?? paperRatio} />}
      {ratio !== null && <LabelledFrames items={paper.marksOn?.(page) ?? []} print={words} />}
    </div>
  )
}

const percent = (share: number) => `${share * 100}%`

interface LabelledFramesProps {
  items: PlacedText[]
  /** The words of the page. Null where their places are not known. */
  print: PlacedText[] | null
}

/** Frames over a picture, with each label shown once. The content below can still be read and selected. */
export const LabelledFrames = ({ items: lines, print }: LabelledFramesProps) => {
  const [frame, page] = useSize()
  const items = joinedFrames(lines)
  return (
    <span ref={frame} aria-hidden className="pointer-events-none absolute inset-0">
      {items.map(({ text, x, y, width, height }, at) => (
        <span
          key={at}
          title={text}
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          className="absolute rounded-xs outline-2 outline-brand"
        />
      ))}
      {placeLabels(items, page, print).map(({ text, left, top, ...size }) => (
        <span
          key={text}
          // In shares of the page, because nothing is measured again for paper.
          style={{ left: percent(left / page.width), top: percent(top / page.height), ...size }}
          className="absolute rounded-xs bg-brand text-center text-[0.6875rem] leading-4 font-semibold whitespace-nowrap text-on-brand"
        >
          {text}
        </span>
      ))}
    </span>
  )
}

/** Returns a ref, and the size of its element in pixels: that of a page on a desk until it is known. */
const useSize = () => {
  const frame = useRef<HTMLSpanElement>(null)
  const [size, setSize] = useState<Size>({ width: 720, height: 720 * paperRatio })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, size] as const
}

/** The share of a page that must be in view. A tall page is never in view as a whole. */
const inSight = 0.25

/** Returns a ref, and calls `onSight` once when its element comes into view. Pictures load long before that. */
const useSight = (onSight: (() => void) | undefined) => {
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(onSight)
  useEffect(() => {
    latest.current = onSight
  })
  const isReady = onSight !== undefined
  useEffect(() => {
    const element = frame.current
    if (!element || !isReady) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        latest.current?.()
      },
      { threshold: inSight },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isReady])
  return frame
}

const across = 1000

/** Invisible text, with each run as wide as it is printed, so that a selection lies on the picture's words. */
const Words = ({ items, ratio }: { items: PlacedText[]; ratio: number }) => {
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
