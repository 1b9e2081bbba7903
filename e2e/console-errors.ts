import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test'

/**
 * Collects console errors, page errors, violations of the content security policy, failed requests, and unexpected
 * dialogs. `awaited` matches the errors that a journey causes.
 */
export async function watchConsoleErrors(context: BrowserContext, awaited: RegExp[] = []) {
  const consoleErrors: string[] = []
  const note: Note = (error, place = '') => {
    if (!awaited.some((pattern) => pattern.test(error))) consoleErrors.push(error + place)
  }
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  context.on('page', (page) => watch(page, note))
  return consoleErrors
}

/** Notes an error, and where it happened, which `awaited` does not match. */
type Note = (error: string, place?: string) => void

const watch = (page: Page, note: Note) => {
  const cameTooLate = watchSignOuts(page)
  const requests = recordRequests(page)
  page.on('console', (message) => {
    if (message.type() === 'error' && !isVisitorsAnswer(message) && !cameTooLate(message))
      note(`console: ${message.text()} ${message.location().url}`, requests())
  })
  page.on('pageerror', (error) => note(`page: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (!isLeftBehind(request)) note(`request: ${request.failure()?.errorText} ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    note(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}

/** Returns a function that lists the page's last requests to the API, for the report of an error. */
const recordRequests = (page: Page) => {
  const last: string[] = []
  const record = (words: string) => {
    last.push(`${new Date().toISOString().slice(14, 23)} ${words}`)
    if (last.length > 20) last.shift()
  }
  const isCall = (url: string) => new URL(url).pathname.startsWith('/api/')
  page.on('request', (request) => {
    if (isCall(request.url())) record(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  page.on('response', (response) => {
    if (isCall(response.url())) record(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return () => ` on ${new URL(page.url()).pathname} after: ${last.join(', ')}`
}

/** Whether a request was still running when the user signed out. It may then get the response of a visitor. */
const watchSignOuts = (page: Page) => {
  const running = new Set<Request>()
  const late = new Set<string>()
  page.on('request', (request) => {
    running.add(request)
    // A later request has no such excuse, nor has the same request sent again.
    if ([...running].some((candidate) => candidate.url().endsWith('/api/logout')))
      for (const unfinished of running) late.add(unfinished.url())
    else late.delete(request.url())
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return (message: ConsoleMessage) =>
    message.text().includes('status of 401') && late.has(message.location().url)
}

/** A visitor's current-user request gets a 401, which the browser always reports (part 1 section 4). */
const isVisitorsAnswer = (message: ConsoleMessage) =>
  message.text().includes('status of 401') && new URL(message.location().url).pathname === '/api/user'

/** The browser aborts a page's requests when it is left. */
const isLeftBehind = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'
