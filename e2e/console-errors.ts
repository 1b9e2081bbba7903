import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test'

/**
 * Collects what a browser complains of: console errors, errors of the page, breaches of the content policy,
 * failed requests, and dialogs that nobody asked for. `awaited` says which of them a journey brings about.
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

/** Whether a question was still on its way when its person signed out: it may be answered as a stranger's. */
const watchSignOuts = (page: Page) => {
  const running = new Set<Request>()
  const late = new Set<string>()
  page.on('request', (request) => {
    running.add(request)
    // Whatever is asked later than the sign-out has no such excuse, nor has the same question asked again.
    if ([...running].some((candidate) => candidate.url().endsWith('/api/logout')))
      for (const one of running) late.add(one.url())
    else late.delete(request.url())
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return (message: ConsoleMessage) =>
    message.text().includes('status of 401') && late.has(message.location().url)
}

/** The current-user call answers a visitor with 401, and the browser always tells that (part 1 section 4). */
const isVisitorsAnswer = (message: ConsoleMessage) =>
  message.text().includes('status of 401') && new URL(message.location().url).pathname === '/api/user'

/** What a page had asked for when it was left is given up by the browser. */
const isLeftBehind = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'
