import '@testing-library/jest-dom/vitest'
import { afterEach, vi } from 'vitest'

// Before each file of the project: files share what they import, and a hook counts for one file only.
if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  const { clearNotice } = await import('./ui/feedback/notice.tsx')
  const { clearToasts } = await import('./ui/overlays/toast.ts')

  // Two cores run many tests at once: a page may take longer to come than the usual second.
  // A toast is also written for screen readers, a moment later. A test that looks for its text means what is seen.
  configure({ asyncUtilTimeout: 20_000, defaultIgnore: 'script, style, span[role="status"][aria-live]' })

  // What Radix asks of a browser and jsdom does not have.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
  window.scrollTo = () => {}
  const quietMedia = { matches: false, onchange: null, addListener: () => {}, removeListener: () => {} }
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), quietMedia, { media })

  afterEach(() => {
    cleanup()
    clearToasts()
    clearNotice()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
