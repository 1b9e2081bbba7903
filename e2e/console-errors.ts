import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test'

/**
 * Collects console errors, page errors, violations of the content security policy, failed requests, and unexpected
 * dialogs. `awaited` matches the errors that a journey causes.
 */
export async function watchConsoleErrors(context: BrowserContext, awaited: RegExp[] = []) {
  const consoleErrors: string[] = []
  const note = (error: string) => {
    if (!awaited.some((pattern) => pattern.test(error))) consoleErrors.push(error)
  }
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  context.on('page', (page) => watch(page, note))
  return consoleErrors
}

const watch = (page: Page, note: (error: string) => void) => {
  const cameTooLate = watchSignOuts(page)
  page.on('console', (message) => {
    if (message.type() === 'error' && !isVisitorsAnswer(message) && !cameTooLate(message))
      note(`console: ${message.text()} ${message.location().url}`)
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

/** Whether a request was still running when the user signed out. It may then get the response of a visitor. */
const watchSignOuts = (page: Page) => {
  const running = new Set<Request>()
  const late = new Set<string>()
  page.on('request', (request) => {
    running.add(request)
    // A later request has no such excuse, nor has the same request sent again.
    if ([...running].some((candidate) => candidate.url().endsWith('/api/logout')))
      for (const one of running) late.add(one.url())
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
