const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome on Windows": what a person recognises a browser by. It is told by the browser and may be untrue. */
export const deviceOf = (agent: string) => {
  const browser = nameIn(browsers, agent)
  const system = nameIn(systems, agent)
  const isPhone = /\b(iPhone|Android|Mobile)\b/.test(agent)
  if (browser && system) return { name: `${browser} on ${system}`, isPhone }
  return { name: browser ?? system ?? 'An unknown device', isPhone }
}

const nameIn = (table: [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1]
