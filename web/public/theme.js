// Runs before the first paint, so that nobody who chose dark sees a white flash.
;(() => {
  let choice = null
  try {
    choice = JSON.parse(localStorage.getItem('portico_theme') ?? 'null')
  } catch {
    // Blocked or corrupt storage means that nothing was chosen.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()

// The content policy refuses code made from text, and reports the attempt: Zod, which loads later, must not try.
globalThis.__zod_globalConfig = { jitless: true }
