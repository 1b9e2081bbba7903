import type { Page } from '@playwright/test'
import type { Device } from './browser.ts'
import type { Visit } from './journey.ts'

export interface InventoryPage {
  name: string
  path: string
  /** What is opened over the page. */
  open?: (page: Page) => Promise<unknown>
  /** Where it exists; on both unless said. */
  only?: Device
}

/** What they are called, and their files, where it matters. */
export interface Facts {
  firstName?: string
  lastName?: string
  bill?: string
  photo?: string
}

export interface Guest {
  /** Makes the browser of a visit this guest's. */
  enter: (visit: Visit, facts?: Facts) => Promise<unknown>
  places: InventoryPage[]
}

/** Presses the first button of that name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
