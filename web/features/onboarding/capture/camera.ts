import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { captureLimit } from '#contract/identity/session.ts'

/** The back camera for documents, the front camera for faces. */
export type Facing = 'environment' | 'user'

/** `none` if the browser has no camera to offer. `refused` if access was refused or taken away. */
export type CameraState = { kind: 'starting' | 'refused' | 'none' } | { kind: 'on'; stream: MediaStream }

// Text needs more pixels than a face.
const ideal = {
  environment: { width: { ideal: 2560 }, height: { ideal: 1440 } },
  user: { width: { ideal: 1280 }, height: { ideal: 720 } },
}

// Browsers only offer cameras on secure addresses.
const hasCameras = () => navigator.mediaDevices?.getUserMedia !== undefined
const first = (): CameraState => ({ kind: hasCameras() ? 'starting' : 'none' })

/** Uses a camera while the component is mounted and the page is visible, then releases it. */
export const useCamera = (facing: Facing) => {
  const isSeen = useIsSeen()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<CameraState>(first)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    if (!isSeen || !hasCameras()) return
    const left = new AbortController()
    void openCamera(facing, left.signal).then((opened) => {
      if (!left.signal.aborted) setState(opened)
      watchTracks(opened, () => setState({ kind: 'refused' }))
    })
    return () => {
      left.abort()
      setState(first)
    }
  }, [facing, isSeen, attempt])
  return { state, retry }
}

/** Opens a camera. Never throws. Once the signal is aborted it is released, even if it opens later. */
const openCamera = async (facing: Facing, signal: AbortSignal): Promise<CameraState> => {
  try {
    const video = { facingMode: { ideal: facing }, ...ideal[facing] }
    const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false })
    const release = () => stream.getTracks().forEach((track) => track.stop())
    if (signal.aborted) release()
    else signal.addEventListener('abort', release)
    return { kind: 'on', stream }
  } catch (error) {
    return { kind: error instanceof DOMException && error.name === 'NotFoundError' ? 'none' : 'refused' }
  }
}

/**
 * Calls `ended` when the camera is unplugged or its permission is taken back. Stopping a track here fires no such event.
 */
const watchTracks = (opened: CameraState, ended: () => void) => {
  if (opened.kind !== 'on') return
  for (const track of opened.stream.getVideoTracks()) track.addEventListener('ended', ended)
}

const useIsSeen = () =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState !== 'hidden',
  )

const longest = 2400
const quality = 0.9

/** Takes the visible part of the live picture as a JPEG that is small enough for the portal, whatever the camera. */
export const takeStill = async (video: HTMLVideoElement, name: string) => {
  const place = { width: video.clientWidth, height: video.clientHeight }
  const part = coveredPart({ width: video.videoWidth, height: video.videoHeight }, place)
  let blob = await jpegOf(video, part, atMost(part, longest))
  for (let side = longest * 0.8; blob.size > captureLimit; side *= 0.8)
    blob = await jpegOf(video, part, atMost(part, side))
  return new File([blob], name, { type: 'image/jpeg' })
}

const jpegOf = async (video: HTMLVideoElement, part: Box, size: Size) => {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const { x, y, width, height } = part
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, size.width, size.height)
  return new Promise<Blob>((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('There is no picture.')))
    canvas.toBlob(take, 'image/jpeg', quality)
  })
}

/** `selfie_2026-11-03_140502.jpg` */
export const stillName = (subject: string, at: Date) => {
  const [date = '', time = ''] = at.toISOString().split('T')
  return `${subject}_${date}_${time.slice(0, 8).replaceAll(':', '')}.jpg`
}

export interface Size {
  width: number
  height: number
}
interface Box extends Size {
  x: number
  y: number
}

/** Returns the part of a picture that is visible when it fills a place, as `object-fit: cover` shows it. */
export const coveredPart = (picture: Size, place: Size): Box => {
  const scale = Math.max(place.width / picture.width, place.height / picture.height)
  const width = Math.min(picture.width, place.width / scale)
  const height = Math.min(picture.height, place.height / scale)
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** Returns the guide frame for a document: as large as fits, with the document's ratio of width to height. */
export const guideIn = (place: Size, ratio: number): Box => {
  const width = Math.min(place.width * 0.9, place.height * 0.86 * ratio)
  const height = width / ratio
  return { x: (place.width - width) / 2, y: (place.height - height) / 2, width, height }
}

/** Scales a size down to at most `longest` on each side, in whole pixels. */
export const atMost = ({ width, height }: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Converts a box of the place to a box of the picture that covers it. */
export const inPicture = (box: Box, { picture, place }: { picture: Size; place: Size }): Box => {
  const seen = coveredPart(picture, place)
  const scale = seen.width / place.width
  return {
    x: seen.x + box.x * scale,
    y: seen.y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  }
}
