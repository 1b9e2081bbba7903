// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsPrinting } from './print.tsx'

const Page = () => <p>{useIsPrinting() ? 'On paper' : 'On the screen'}</p>

test('a page is on paper when the browser begins to print, and on the screen when it ends', () => {
  render(<Page />)
  // Without `act`, as in a browser, which takes the page as it is when the event ends.
  dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText('On paper')).toBeInTheDocument()
  dispatchEvent(new Event('afterprint'))
  expect(screen.getByText('On the screen')).toBeInTheDocument()
})

test('a page that is left while it is printed leaves the next one on the screen', () => {
  const { unmount } = render(<Page />)
  act(() => void dispatchEvent(new Event('beforeprint')))
  unmount()
  render(<Page />)
  expect(screen.getByText('On the screen')).toBeInTheDocument()
})
