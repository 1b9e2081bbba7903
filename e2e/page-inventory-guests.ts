import type { Page } from '@playwright/test'
import type { Device } from './browser.ts'
import type { Visit } from './journey.ts'

export interface InventoryPage {
  name: string
  path: string
  /** Opens something over the page. */
  open?: (page: Page) => Promise<unknown>
  /** The only device on which it exists. Both by default. */
  only?: Device
}

/** Names of the client and of their files, if they matter. */
export interface Facts {
  firstName?: string
  lastName?: string
  bill?: string
  photo?: string
}

export interface Guest {
  /** Checks the phone layout in the desktop's page, made narrow, since the firm's people work at a desk. */
  isAtDesk?: boolean
  /** Signs the visit's browser in as this guest. */
  enter: (visit: Visit, facts?: Facts) => Promise<unknown>
  places: InventoryPage[]
}

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
