import { Camera, CircleCheck, Info, Timer } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { guideIn, type Size, stillName, takeStill, useCamera } from '../camera.ts'
import { hintWords, type StepWords } from '../copy.ts'
import { type Subject, useHints } from '../hints.ts'
import { isFramed } from '../message.ts'
import { CameraFault, FilePicker, NoCamera } from './camera-fault.tsx'

export interface ViewfinderProps {
  words: StepWords
  /** Whether to offer a timer: a client who holds up a number has no hand free for the button. */
  hasTimer: boolean
  onPicture: (picture: File) => void
}

/** The live picture with a guide frame for the document, and the ways to take or choose a picture. */
export const Viewfinder = ({ words, hasTimer, onPicture }: ViewfinderProps) => {
  const { state, retry } = useCamera(words.facing)
  const video = useRef<HTMLVideoElement>(null)
  const [seen, setSeen] = useState<MediaStream | null>(null)
  const stream = state.kind === 'on' ? state.stream : null
  const isReady = stream !== null && seen === stream
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const hint = useHints(video, {
    ratio: words.ratio,
    subject: words.subject,
    isOn: isReady,
  })
  const capture = async () => {
    if (video.current) onPicture(await takeStill(video.current, stillName(words.file, now())))
  }
  const { left, start } = useCountdown(() => void capture())

  if (state.kind === 'none') return <NoCamera words={words} onPicture={onPicture} />
  if (state.kind === 'refused') return <CameraFault words={words} retry={retry} onPicture={onPicture} />
  return (
    <div className="grid gap-4 short:grid-cols-[minmax(0,1fr)_16rem] short:items-center">
      <Live video={video} words={words} isReady={isReady} setReady={() => setSeen(stream)} left={left}>
        {hint && hintWords[words.subject][hint]}
      </Live>
      <div className="flex flex-wrap justify-center gap-2.5 short:flex-col">
        <Button
          variant="primary"
          size="large"
          icon={<Camera />}
          disabled={!isReady}
          onClick={() => void capture()}
          className="max-sm:w-full"
        >
          Capture
        </Button>
        {hasTimer && (
          <Button size="large" icon={<Timer />} disabled={!isReady} onClick={start} className="max-sm:w-full">
            {left === null ? `Capture in ${timerSeconds} seconds` : `${left}…`}
          </Button>
        )}
        <FilePicker isCentred words={words} onPicture={onPicture} />
      </div>
    </div>
  )
}

interface LiveProps {
  video: RefObject<HTMLVideoElement | null>
  words: StepWords
  isReady: boolean
  setReady: () => void
  left: number | null
  /** The current hint. */
  children: string | null
}

const Live = ({ video, words, isReady, setReady, left, children }: LiveProps) => {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  const isLow = isFramed() && words.ratio > 1
  return (
    // The width follows the height: a wider place would cut the picture off above and below.
    <div
      className={classes(
        'mx-auto w-full overflow-hidden rounded-xl bg-brand-deep text-on-deep short:max-w-[72dvh]',
        // A frame is lower than a window, and the button below must stay in view.
        isFramed() ? 'sm:max-w-[58dvh]' : 'sm:max-w-[75dvh]',
        isLow ? 'max-w-[58dvh]' : isFramed() ? 'max-w-[38dvh]' : 'max-w-[48dvh]',
      )}
    >
      <div
        ref={place}
        className={classes(
          'relative sm:aspect-[4/3] short:aspect-[4/3]',
          isLow ? 'aspect-[5/4]' : 'aspect-[3/4]',
        )}
      >
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="What your camera sees"
          onLoadedMetadata={setReady}
          className={classes('size-full object-cover', words.facing === 'user' && '-scale-x-100')}
        />
        {size && isReady && <Guide place={size} ratio={words.ratio} subject={words.subject} />}
        {left !== null && (
          <p aria-hidden className="serif absolute inset-0 grid place-items-center text-[6rem]">
            {left}
          </p>
        )}
      </div>
      <Hint isGood={children === hintWords[words.subject].good}>
        {isReady ? children : 'Your browser will ask whether we may use your camera. Please allow it.'}
      </Hint>
    </div>
  )
}

/** Read out when it changes and there is a pause. Always takes up space, so that nothing moves. */
const Hint = ({ isGood, children }: { isGood: boolean; children: string | null }) => (
  <p
    role="status"
    className="flex min-h-12 items-center justify-center gap-2 px-4 py-2.5 text-sm font-semibold"
  >
    {children && (isGood ? <CircleCheck /> : <Info />)}
    {children}
  </p>
)

const timerSeconds = 5

const useCountdown = (ended: () => void) => {
  const [left, setLeft] = useState<number | null>(null)
  const end = useEffectEvent(ended)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : null)
      if (left <= 1) end()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(timerSeconds) }
}

const useSize = (place: RefObject<HTMLElement | null>) => {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [place])
  return size
}

/** The guide frame over the live picture, in the subject's proportions. The picture around it is dimmed. */
const Guide = ({ place, ratio, subject }: { place: Size; ratio: number; subject: Subject }) => {
  const { x, y, width, height } = guideIn(place, ratio)
  const outline =
    subject === 'face'
      ? ovalPath(place.width / 2, place.height / 2, { across: width / 2, down: height / 2 })
      : cornersPath({ x, y, width, height })
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${place.width} ${place.height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path
        d={`M0 0H${place.width}V${place.height}H0Z${outline}`}
        fillRule="evenodd"
        className="fill-brand-deep/60"
      />
      <path d={outline} fill="none" strokeWidth="2.5" className="stroke-on-deep" />
    </svg>
  )
}

const rounding = 12

const cornersPath = ({ x, y, width, height }: Size & { x: number; y: number }) => {
  const r = rounding
  const turn = (right: number, down: number) => `a${r} ${r} 0 0 1 ${right} ${down}`
  return [
    `M${x + r} ${y}h${width - 2 * r}${turn(r, r)}v${height - 2 * r}${turn(-r, r)}`,
    `h${2 * r - width}${turn(-r, -r)}v${2 * r - height}${turn(r, -r)}Z`,
  ].join('')
}

const ovalPath = (x: number, y: number, { across, down }: { across: number; down: number }) =>
  `M${x - across} ${y}a${across} ${down} 0 1 1 ${2 * across} 0a${across} ${down} 0 1 1 ${-2 * across} 0Z`
