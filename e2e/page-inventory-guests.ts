import type { Page } from '@playwright/test'
import type { Visit } from './journey.ts'

export interface InventoryPage {
  name: string
  path: string
  /** Opens something over the page. */
  open?: (page: Page) => Promise<unknown>
  /** It exists on a phone only. */
  isOnPhone?: boolean
}

/** Names of the client and of their files, if they matter. */
export interface Facts {
  firstName?: string
  lastName?: string
  bill?: string
  photo?: string
}

export interface Guest {
  /** Signs the visit's browser in as this guest. */
  enter: (visit: Visit, facts?: Facts) => Promise<unknown>
  places: InventoryPage[]
}

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
