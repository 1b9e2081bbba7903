import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** The camera at the back for papers, the one at the front for faces. */
export type Facing = 'environment' | 'user'

/** `none` where the browser has no camera to offer; `refused` where it was not given, or was taken away. */
export type CameraState = { kind: 'starting' | 'refused' | 'none' } | { kind: 'on'; stream: MediaStream }

// Letters need more points than faces do.
const ideal = {
  environment: { width: { ideal: 2560 }, height: { ideal: 1440 } },
  user: { width: { ideal: 1280 }, height: { ideal: 720 } },
}

// Browsers have it on safe addresses only.
const hasCameras = () => navigator.mediaDevices?.getUserMedia !== undefined
const first = (): CameraState => ({ kind: hasCameras() ? 'starting' : 'none' })

/** A camera for as long as the part that asks for it is shown and the page is seen; then it is released. */
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

/** Never throws. Once the signal is aborted the camera is let go, also one that comes later. */
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

/** A track ends by itself when the camera is pulled out or its permission taken back; not when it is stopped here. */
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
