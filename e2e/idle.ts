import type { Page } from '@playwright/test'

/** Waits until there is no placeholder, no spinner and no movement. */
export const idle = (page: Page) =>
  page.waitForFunction(() => {
    const isWaiting = document.querySelector('[aria-busy=true], [data-skeleton]') !== null
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running')
    const isLoading = [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy')
    return !isWaiting && !isMoving && !isLoading
  })
