import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './process.mjs'
import { clamd, exim, glewlwyd, nodes, packaging, pdfsig, poolers } from './providers/programs.mjs'
import { swift } from './providers/swift.mjs'
import { runVitest } from './vitest.mjs'

/**
 * A real program, and the tests that run against it as well as against a stand-in.
 * @typedef {{
 *   provider: string,
 *   program: string,
 *   packages: string[],
 *   binary: string,
 *   version: () => string,
 *   tests: string[],
 *   start: (folder: string) => Promise<{
 *     env: Record<string, string>,
 *     wasAsked: () => Promise<boolean>,
 *     stop: () => Promise<void>,
 *   }>,
 * }} RealProvider
 */

/** @type {RealProvider[]} */
const providers = [swift, clamd, nodes, ...poolers, exim, glewlwyd, pdfsig, packaging]

/** Services and programs that could not be tested, listed as plainly as those that were. */
const notTried = [
  ['Payments', 'Stripe and GoCardless themselves', 'no account, and no network'],
  ['Files', "Amazon's own S3, MinIO, Ceph", 'no account, and no package in Debian'],
  ['Time stamps', 'a public authority', "no network; the stand-in is OpenSSL's own"],
  ['Proxy', 'nginx', 'not part of this run'],
  ['Packaging', 'Docker, compose, a start by systemd', 'no daemon of either on this machine'],
  ['Sign-on', 'Entra ID, Okta, Google, Keycloak', 'no account, and no package in Debian'],
  ['Text messages', 'Twilio', 'no account, and no network'],
  ['Identity reports', 'GBG GO', 'no account, and no network'],
  ['Company register', 'Companies House', 'no key, and no network'],
  ['Assistant', 'Anthropic, OpenAI and other language models', 'no account, and no network'],
  ['Watching', 'Prometheus, an OpenTelemetry collector', 'not part of this run'],
]

/** @typedef {{ provider: string, program: string, version: string, passed: number, failed: number, fault: string | null }} Result */

/**
 * Installs the real programs (Debian, as root), runs the providers' tests against them and writes the results. With
 * names, tests only those and keeps the earlier results of the others, with their dates.
 * @param {string[]} [only] names from the first column
 * @returns {Promise<number>} an exit code
 */
export async function testProviders(only = []) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('This installs programs by apt-get: run it as root on Debian. Nothing was tried.')
  const names = providers.map(({ provider }) => provider)
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Choose from: ${names.join('; ')}.`)
  /** @type {Result[]} */
  const results = []
  for (const provider of providers)
    if (only.length === 0 || only.includes(provider.provider)) results.push(await tried(provider))
  const path = join(root, 'docs/providers.md')
  const before = only.length === 0 ? [] : rowsIn(readFileSync(path, 'utf8'))
  writeFileSync(path, page(results, { at: new Date(), before }))
  console.log(`\n${results.map(sentenceOf).join('\n')}\nWritten to docs/providers.md.`)
  return results.every(({ failed, fault }) => failed === 0 && fault === null) ? 0 : 1
}

/**
 * Returns the cells of the first table that an earlier run wrote.
 * @param {string} text
 */
const rowsIn = (text) =>
  (text.split('## Not tried')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/**
 * @param {RealProvider} real
 * @returns {Promise<Result>}
 */
async function tried({ provider, program, packages, binary, version, tests, start }) {
  const result = { provider, program, version: '', passed: 0, failed: 0 }
  const folder = mkdtempSync(join(tmpdir(), 'portico-provider-'))
  try {
    if (!existsSync(binary)) install(packages)
    const { env, wasAsked, stop } = await start(folder)
    Object.assign(process.env, env)
    try {
      const counted = await runVitest(tests)
      // Otherwise tests that quietly used a stand-in would be recorded as run against the real program.
      if (!(await wasAsked())) throw new Error('the tests did not ask it')
      return { ...result, version: version(), ...counted, fault: null }
    } finally {
      for (const name of Object.keys(env)) delete process.env[name]
      await stop()
    }
  } catch (error) {
    return { ...result, fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string[]} packages */
const install = (packages) => {
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** @param {Result} result */
const sentenceOf = ({ provider, program, version, passed, failed, fault }) =>
  fault === null
    ? `${provider}: ${program} ${version}, ${passed} passed, ${failed} failed`
    : `${provider}: ${program} was not tried: ${fault}`

/**
 * @param {Result[]} results
 * @param {{ at: Date, before: string[][] }} run
 */
const page = (results, { at, before }) => {
  const on = at.toISOString().slice(0, 10)
  const rows = providers.flatMap(({ provider }) => {
    const now = results.find((result) => result.provider === provider)
    if (now === undefined) return before.filter(([name]) => name === provider)
    const { program, version, passed, failed, fault } = now
    return fault === null ? [[provider, program, version, on, String(passed), String(failed)]] : []
  })
  const left = [
    ...providers
      .filter(({ provider }) => !rows.some(([name]) => name === provider))
      .map(({ provider, program }) => {
        const fault = results.find((result) => result.provider === provider)?.fault
        return [provider, program, fault ?? 'not part of the last run']
      }),
    ...notTried,
  ]
  return `# Tried against real programs

Written by \`npm run test:providers\`, which installs these programs from Debian (as root), starts them on this machine alone, and asks them the
same tests that \`npm test\` asks stand-ins. What is not in the first table was not tried.

${tableOf(['provider', 'program', 'version', 'on', 'tests passed', 'failed'], rows)}

## Not tried

${tableOf(['provider', 'program', 'why'], left)}
`
}

/**
 * Returns a table as the formatter would write it.
 * @param {string[]} head
 * @param {string[][]} rows
 */
const tableOf = (head, rows) => {
  const widths = head.map((word, column) =>
    Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
