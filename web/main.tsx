import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { pages } from '#contract/kit/pages.ts'
import { cacheFirm } from '#web/platform/firm.ts'
import { cacheUser, sessionFlag } from '#web/platform/session.ts'
import { firmInPage, giveNonceToScrollLock } from './platform/page-head.ts'
import { makeQueryClient } from './platform/queries.ts'
import { followTheme } from './platform/theme.ts'
import { Portal } from './portal.tsx'
import { leadsToSignIn, preload } from './router.tsx'
import { BrowserRouter } from './shell/browser-router.tsx'

giveNonceToScrollLock()
followTheme()

const cache = makeQueryClient()
const firm = firmInPage()
if (firm) cacheFirm(cache, firm)

const root = document.getElementById('root')
const portal = <Portal cache={cache} Router={BrowserRouter} />
if (root?.hasChildNodes()) {
  // The sign-in page is there already, drawn for somebody of whom the portal knows that nobody is signed in.
  cacheUser(cache, null)
  applyStyles()
  // In slices, as React does only in a transition: a phone answers a finger between them.
  void preload(pages.auth).then(() => startTransition(() => void hydrateRoot(root, portal)))
} else if (root) {
  // Its parts are on their way before React has drawn anything. Without a session it is the sign-in that comes.
  const isStranger = leadsToSignIn(location.pathname) && sessionFlag.read() !== true
  void preload(isStranger ? pages.auth : location.pathname)
  createRoot(root).render(portal)
}

/** The styles that the drawn page did without until now. */
function applyStyles() {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="style"]')
  if (sheet) sheet.rel = 'stylesheet'
}
