import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

// What every page needs, the sign-in included, comes as one file: a dozen small ones are larger, and on a slow line
// each waits for one before it.
const basis =
  /web\/(ui\/(actions\/(button|link)|classes|data\/(badge|deep-link-target)|feedback\/(callout|error-boundary|notice|spinner|unthrottled-suspense)|fields\/(field|password-field|text-field)|layout\/(page|tabs)|overlays\/(toast|toaster)|tone)|platform\/(ask|clock|firm|hydrated|queries|session|theme)|shell\/footer)\.tsx?$|contract\/(kit\/pages|settings)\.ts$|node_modules\/(get-nonce|react-dom|scheduler|@tanstack\/(query-core|react-query))\/|rolldown\/runtime|lucide-react\/dist\/esm\/(createLucideIcon|icons\/(loader-circle|lock|check)\.)/

const signIn = /web\/(shell\/auth-frame|features\/accounts\/(page|parts\/sign-in-form))\.tsx$/

// Menus, dialogs and lists stand on the same ground, and come together once somebody is signed in.
const overlay =
  /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref)/

const loadedFirst = /assets\/(basis|rolldown-runtime)-/

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFonts(), leaveOutJsonSchema()],
  build: {
    ...(isSsrBuild ? forDrawing : forBrowsers),
    emptyOutDir: true,
    target: 'es2023',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
}))

const forBrowsers: BuildEnvironmentOptions = {
  outDir: '../dist/web',
  manifest: true,
  // Data addresses in style sheets would need a looser content policy.
  assetsInlineLimit: 0,
  // Every browser that runs the target already knows modulepreload.
  modulePreload: {
    polyfill: false,
    // What the page itself has loaded need not be named again beside each part that comes later.
    resolveDependencies: (_file, needed, { hostType }) =>
      hostType === 'html' ? needed : needed.filter((file) => !loadedFirst.test(file)),
  },
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          { name: 'basis', test: basis },
          { name: 'form', test: /node_modules\/react-hook-form\/|web\/platform\/form\.ts$/ },
          { name: 'sign-in', test: signIn },
          { name: 'overlay', test: overlay },
        ],
      },
    },
  },
}

/** With `--ssr`: what scripts/prerender.mjs draws the sign-in page with. */
const forDrawing: BuildEnvironmentOptions = { outDir: '../dist/prerender', copyPublicDir: false }

/**
 * Names the hashed font files in the page's head, so that text is drawn in its own face at once: not those of letters that
 * few pages show.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => name.endsWith('.woff2') && !name.includes('-latin-ext-'))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
        })),
  }
}

/**
 * Zod's schemas carry their way to JSON Schema along: 5 KB that only the server's API document uses.
 * The page gets the same names with nothing behind them.
 */
function leaveOutJsonSchema(): Plugin {
  return {
    name: 'leave-out-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
        return `const nothing = () => () => undefined\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} }`
      },
    },
  }
}
