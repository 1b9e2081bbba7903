import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import type { Firm } from '#contract/settings.ts'
import { cacheFirm } from '#web/platform/firm.ts'
import { cacheUser } from '#web/platform/session.ts'
import { makeQueryClient } from './platform/queries.ts'
import { Portal } from './portal.tsx'
import { preload } from './router.tsx'

/** The sign-in page of a firm as HTML, its title first, for somebody of whom it is known that nobody is signed in. */
export async function drawSignIn(firm: Firm) {
  const cache = makeQueryClient()
  cacheFirm(cache, firm)
  cacheUser(cache, null)
  await preload(pages.auth)
  const html = renderToString(<Portal cache={cache} Router={AtSignIn} />)
  cache.clear()
  return html
}

const AtSignIn = ({ children }: { children: ReactNode }) => (
  <StaticRouter location={pages.auth}>{children}</StaticRouter>
)
