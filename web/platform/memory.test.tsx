// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ThemeChoice } from '#web/features/accounts/settings-tabs.tsx'
import { show } from '#web/testing.tsx'
import { stored } from './storage.ts'

const flag = stored('auth_session_active', z.literal(true))

test('a flag is stored as the word true, and is gone when it is cleared', () => {
  flag.write(true)
  expect(localStorage.getItem('auth_session_active')).toBe('true')
  flag.clear()
  expect(flag.read()).toBeUndefined()
})

test.each(['{', '"yes"', '[1]'])('corrupt memory (%s) is told to the console and ignored', (text) => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.setItem('auth_session_active', text)
  expect(flag.read()).toBeUndefined()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})

test('the portal works in a browser that refuses to remember anything', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('localStorage', undefined)
  flag.write(true)
  expect(flag.read()).toBeUndefined()
  vi.unstubAllGlobals()
  warn.mockRestore()
})

test('a chosen theme holds at once and is remembered', async () => {
  show(<ThemeChoice />)
  expect(screen.getByRole('radio', { name: 'Same as device' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('portico_theme')).toBe('"dark"')
  expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
})
