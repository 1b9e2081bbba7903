import type { Page } from '@playwright/test'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { Problem, type ProblemCode, statusOf } from '#contract/kit/problem.ts'

/** Console errors for responses that a journey makes fail. */
export const failures = [/Failed to load resource/, /request: net::ERR_FAILED/]

type AnsweredEndpoint = Pick<Endpoint, 'method' | 'path'>

export interface Answer {
  status: number
  contentType?: string
  body: string
}

/** Replaces the responses of an endpoint on the network. The returned function undoes it. */
export async function answerWith(page: Page, { method, path }: AnsweredEndpoint, answer: Answer | 'nothing') {
  const address = new RegExp(`${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`)
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.fallback()
    return answer === 'nothing' ? route.abort() : route.fulfill(answer)
  })
  return () => page.unroute(address)
}

/** A response that is not the portal's own, such as a proxy's page. */
export const foreign = (status: number, body = ''): Answer => ({ status, body, contentType: 'text/plain' })

/** A refusal as the portal itself would send it. */
export const refusal = (code: ProblemCode, message: string): Answer => ({
  status: statusOf[code],
  contentType: 'application/json',
  body: JSON.stringify(new Problem(code, message)),
})

export const noConnection =
  "We couldn't reach the portal. Check your connection and try again. Nothing you entered has been lost."
