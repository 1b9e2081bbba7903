import { registerHooks } from 'node:module'

/*
 * For `--import`, or before the first import that needs the database. Node 24 parses the package.json of a package anew
 * for each import of it and each import within it. drizzle's has 179 KB, of which a start would parse 200 MB: half of
 * its time.
 */

const drizzle = 'drizzle-orm'
const ofDrizzle = new RegExp(`/node_modules/${drizzle}/.*\\.js$`)

/** What Node has found for an import from outside, by its specifier. All of the portal uses the same installed packages. */
const found = new Map<string, ReturnType<Parameters<ResolveHook>[2]>>()

type ResolveHook = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>

const resolve: ResolveHook = (specifier, context, next) => {
  const { parentURL = '' } = context
  if (specifier.startsWith('.') && ofDrizzle.test(parentURL))
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  if (!isDrizzle(specifier) || parentURL.includes('/node_modules/')) return next(specifier, context)
  const known = found.get(specifier) ?? next(specifier, context)
  found.set(specifier, known)
  return { ...known, shortCircuit: true }
}

const isDrizzle = (specifier: string) => specifier === drizzle || specifier.startsWith(`${drizzle}/`)

registerHooks({ resolve })
