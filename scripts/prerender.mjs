// Draws the sign-in page during the build, so that it can be seen and typed into before its scripts arrive. It has
// placeholders for the firm's own details, which the server fills in (server/platform/http/sign-in-page.ts). The
// dashboard's page names all its scripts, so that none is requested only after earlier ones have run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'lightningcss'
import { homeFile, signInFile, signInPlaceholders } from '../server/platform/http/sign-in-page.ts'

const dist = join(import.meta.dirname, '../dist')
const web = join(dist, 'web')
const { drawSignIn } = await import(pathToFileURL(join(dist, 'prerender/prerender.js')).href)

/** @type {Record<string, { file: string, name?: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'))
const parts = Object.keys(manifest).filter((key) => manifest[key]?.name === 'sign-in')
// What a signed-in client sees first. web/shell/portal.tsx requests the same, after earlier scripts have run.
const homeParts = [
  'shell/frame.tsx',
  'shell/clients-only.tsx',
  'features/accounts/session-watch.tsx',
  'features/notifications/bell.tsx',
  'features/messages/hooks.tsx',
  'features/onboarding/gate-provider.tsx',
  'features/dashboard/page.tsx',
]
const plain = readFileSync(join(web, 'index.html'), 'utf8')

for (const isSecure of [false, true]) {
  const drawn = await drawSignIn({ ...signInPlaceholders, isSecure })
  writeFileSync(join(web, signInFile(isSecure)), assemble(drawn))
}

writeFileSync(
  join(web, homeFile),
  plain.replace('</head>', () => `${preloadsOf(homeParts).join('')}</head>`),
)

/** @param {string} drawn its title, then its body */
function assemble(drawn) {
  const [, title = '', body = ''] = /^(<title>.*?<\/title>)(.*)$/s.exec(drawn) ?? []
  const [sheet = '', href = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)">/.exec(plain) ?? []
  if (!title || !sheet || parts.length === 0) throw new Error('The sign-in page was not drawn as expected.')
  const styles = stylesOf(drawn, readFileSync(join(web, href)))
  return (
    plain
      .replace(/<title>.*?<\/title>/, () => title)
      .replace(sheet, () => `${preloadsOf(parts).join('')}<style nonce="__CSP_NONCE__">${styles}</style>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
      // The other styles don't delay the first view. web/main.tsx applies them.
      .replace('</body>', () => `<link rel="preload" as="style" crossorigin href="${href}"></body>`)
      // The visible page loads before the scripts.
      .replaceAll(
        /<(script type="module"|link rel="modulepreload"|link rel="preload" as="style")/g,
        '<$1 fetchpriority="low"',
      )
  )
}

/** @param {string[]} names as in the manifest */
function preloadsOf(names) {
  const files = scriptsOf(names).filter((file) => !plain.includes(file))
  return files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
}

/** @param {string[]} names */
function scriptsOf(names, found = new Set()) {
  for (const name of names) {
    const { file, imports = [] } = manifest[name] ?? {}
    if (!file) throw new Error(`The build has no ${name}.`)
    if (found.has(file)) continue
    found.add(file)
    scriptsOf(imports, found)
  }
  return [...found]
}

/**
 * Returns those of the portal's styles that the drawn page uses.
 * @param {string} drawn
 * @param {Uint8Array} code
 */
function stylesOf(drawn, code) {
  const words = [...drawn.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
  const used = new Set(words.map((word) => word.replaceAll('&amp;', '&').replaceAll('&gt;', '>')))
  const made = transform({
    filename: 'style.css',
    code,
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          const isUsed = rule.value.selectors.some((selector) =>
            selector.every((part) => part.type !== 'class' || used.has(part.name)),
          )
          return isUsed ? undefined : []
        },
        // Nothing is animated until someone presses something.
        keyframes: () => [],
      },
    },
  })
  return new TextDecoder().decode(made.code)
}
