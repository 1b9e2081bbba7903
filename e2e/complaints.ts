import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/**
 * Collects what a browser complains of: console errors, errors of the page, breaches of the content policy,
 * failed requests, and dialogs that nobody asked for. `awaited` says which of them a journey brings about.
 */
export async function watchForComplaints(context: BrowserContext, awaited: RegExp[] = []) {
  const complaints: string[] = []
  const note = (complaint: string) => {
    if (!awaited.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
  }
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  context.on('page', (page) => watch(page, note))
  return complaints
}

const watch = (page: Page, note: (complaint: string) => void) => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !isVisitorsAnswer(message))
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

/** The current-user call answers a visitor with 401, and the browser always tells that (part 1 section 4). */
const isVisitorsAnswer = (message: ConsoleMessage) =>
  message.text().includes('status of 401') && new URL(message.location().url).pathname === '/api/user'

/** What a page had asked for when it was left is given up by the browser. */
const isLeftBehind = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'
