import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#web/platform/theme.ts'
import { RadioGroup } from './choices.tsx'

const offers = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'Same as device', icon: <Monitor /> },
] as const

/** Light, dark or as the device; it holds at once and is remembered. */
export const ThemeChoice = () => {
  const theme = useTheme()
  return (
    <RadioGroup
      label="Appearance"
      name="theme"
      variant="cards"
      offers={offers}
      value={theme}
      onChange={({ target }) => {
        const chosen = offers.find(({ value }) => value === target.value)
        if (chosen) chooseTheme(chosen.value)
      }}
    />
  )
}
