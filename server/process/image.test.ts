import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:https'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pages } from '#contract/kit/pages.ts'
import { isRoot } from '#server/platform/postgres/owner.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { freePort } from '#server/testing/loopback.ts'
import { browserAt } from './testing/browser.ts'
import { temporaryFolder } from './testing/portal-process.ts'

const root = join(import.meta.dirname, '../..')
/** A bare Debian, unpacked by `npm run test:providers`, in which the last stage is then built and started. */
const debian = process.env['PORTICO_TRY_DEBIAN']
const folder = temporaryFolder()
const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => {
    const [instruction = '', ...rest] = line.split(' ')
    return { instruction, rest: rest.join(' ') }
  })

/** Links the packages that `npm ci --omit=dev` would install, which are here already. */
const installPackages = (app: string) => {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const isWanted = (path: string) => path !== '' && !packages[path]?.dev && existsSync(join(root, path))
  for (const path of Object.keys(packages).filter(isWanted)) linkTree(join(root, path), join(app, path))
  for (const name of ['.package-lock.json', '.bin'])
    cpSync(join(root, 'node_modules', name), join(app, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
}

/** Links a package without its nested packages, which are listed separately. */
const linkTree = (from: string, to: string) => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.isDirectory()) linkOrCopy(source, target)
    else if (entry.name !== 'node_modules') linkTree(source, target)
  }
}

/** Copies instead if the checkout is on another disk than the temporary files. */
const linkOrCopy = (from: string, to: string) => {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Returns whether .dockerignore excludes the path, by a name at the top or by its ending. */
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
const isIgnored = (path: string) =>
  ignored.some((rule) =>
    rule.startsWith('**/*') ? path.endsWith(rule.slice(4)) : path === rule || path.startsWith(`${rule}/`),
  )

const copyContext = (names: string[], to: string) => {
  const all = names.includes('.') ? readdirSync(root) : names
  for (const name of all)
    if (!isIgnored(name))
      cpSync(join(root, name), join(to, name), {
        recursive: true,
        filter: (path) => !isIgnored(path.slice(root.length + 1)),
      })
}

/** Runs the lines of a stage in a folder that stands in for its file system. Returns the commands that start it. */
function build(stage: typeof lines, place: string, earlier: string | null) {
  const app = join(place, 'app')
  mkdirSync(app, { recursive: true })
  const settings: Record<string, string> = {}
  const commands: Record<string, string[]> = {}
  for (const { instruction, rest } of stage) {
    const words = rest.split(' ')
    if (instruction === 'ENV')
      for (const word of words) {
        const at = word.indexOf('=')
        settings[word.slice(0, at)] = debian
          ? word.slice(at + 1)
          : word.slice(at + 1).replaceAll('/app/', `${app}/`)
      }
    if (instruction === 'CMD') commands['start'] = JSON.parse(rest)
    if (instruction === 'HEALTHCHECK') commands['health'] = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    if (instruction === 'COPY') copy(words, app, earlier)
    if (instruction === 'RUN') run(rest, app)
  }
  return { app, settings, commands }
}

const copy = (words: string[], app: string, earlier: string | null) => {
  const [from = '', to = ''] = words.slice(-2)
  if (!words[0]?.startsWith('--from=')) return copyContext(words.slice(0, -1), app)
  const source = join(earlier ?? '', from)
  const target = to === './' ? join(app, basename(from)) : join(app, to)
  if (statSync(source).isDirectory()) linkWhole(source, target)
  else linkSync(source, target)
}

const linkWhole = (from: string, to: string) => execFileSync('cp', ['-al', from, to])

const run = (command: string, app: string) => {
  if (command.endsWith('npm ci --omit=dev')) return installPackages(app)
  if (command.startsWith('useradd ')) {
    // Leaves the users of this machine as they are.
    if (debian) execFileSync('chroot', [debian, 'sh', '-c', command])
    return
  }
  if (command !== 'npm run build') throw new Error(`This test does not know how to run "${command}".`)
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: app, stdio: 'pipe' })
}

const asNobody = isRoot()
  ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']
  : []

/** Restricts the disk and the process as `docker run --read-only --tmpfs /tmp --cap-drop ALL` does. */
const confined = `set -e
mount --bind "$0" "$0"
mount --bind "$0/data" "$0/data"
for place in tmp dev/shm; do mount -t tmpfs -o mode=1777 tmpfs "$0/$place"; done
mount -t proc proc "$0/proc"
mount -o remount,bind,ro "$0"
exec chroot "$0" env --chdir=/app setpriv --reuid=portico --regid=portico --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`

test('the image’s lines, run in a plain folder, make a portal that runs as nobody and writes only to its data', {
  timeout: minutes(5),
}, async () => {
  const cut = lines.findLastIndex(({ instruction }) => instruction === 'FROM')
  const builder = join(folder, 'builder')
  const place = debian ?? join(folder, 'image')
  build(lines.slice(0, cut), builder, null)
  const { app, settings, commands } = build(lines.slice(cut), place, builder)
  // Packages for development are not in the image.
  for (const name of ['vitest', 'jsdom', '@playwright/test'])
    expect(existsSync(join(app, 'node_modules', name)), name).toBe(false)
  expect(globSync('server/**/*.test.ts', { cwd: app })).toEqual([])
  // What opens files was built from the sources that the image has, so that it is used.
  const isBuilt = `import('./inspector/process/program.mjs').then(({ isBuilt }) => console.log(isBuilt()))`
  expect(execFileSync(process.execPath, ['-e', isBuilt], { cwd: app, encoding: 'utf8' })).toBe('true\n')
  expect(lines.findLast(({ instruction }) => instruction === 'USER')?.rest).toBe('portico')

  const [data, scratch] = [join(place, 'data'), join(place, 'tmp')]
  for (const path of [data, scratch]) mkdirSync(path, { recursive: true })
  if (debian) mkdirSync(join(debian, 'dev/shm'), { recursive: true })
  else if (isRoot()) execFileSync('chown', ['65534:65534', data, scratch])
  else execFileSync('chmod', ['-R', 'a-w', app])
  afterAll(() => void (isRoot() || execFileSync('chmod', ['-R', 'u+w', app])))
  const before = stateOf(app)

  const port = String(await freePort())
  const env = debian
    ? { ...settings, PORT: port, HOST: '127.0.0.1', HOME: '/data' }
    : {
        ...settings,
        PORT: port,
        PORTICO_DATA: data,
        TMPDIR: scratch,
        NODE_COMPILE_CACHE: join(scratch, 'node'),
        HOME: '/nonexistent',
      }
  const around = debian ? ['unshare', '--mount', 'sh', '-c', confined, debian] : asNobody
  const begin = ([program = '', ...args]: string[] = []) => {
    const [first = program, ...rest] = [...around, program, ...args]
    return spawn(first, rest, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }
  const portal = begin(commands['start'])
  afterAll(() => void portal.kill('SIGKILL'))
  let said = ''
  for (const stream of [portal.stdout, portal.stderr])
    stream.on('data', (text) => {
      said += text
    })
  // There is no compile cache yet, so the start takes longer.
  const patiently = { timeout: minutes(2) }
  await expect.poll(() => said.includes('Portico is ready') || portal.exitCode !== null, patiently).toBe(true)
  expect(said).toContain('Portico is ready')
  if (debian) {
    expectUnprivileged(portal.pid)
    await expectBehindCaddy(port)
  }

  const health = begin(commands['health'])
  expect((await once(health, 'exit'))[0]).toBe(0)
  const { fetch } = browserAt(() => `http://127.0.0.1:${port}`)
  const page = await fetch(pages.auth)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  // The help is read from the documents, which must be in the image.
  expect((await fetch('/api/help')).status).toBe(200)

  portal.kill('SIGTERM')
  expect((await once(portal, 'exit'))[0]).toBe(0)
  expect(stateOf(app)).toEqual(before)
  const ill = begin(commands['health'])
  expect((await once(ill, 'exit'))[0]).toBe(1)
})

/** Runs as user 10001, and cannot gain any capability. */
const expectUnprivileged = (pid: number | undefined) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^Uid:\t10001\t10001/m)
  expect(status).toMatch(/^CapBnd:\t0+$/m)
}

/** Runs Caddy with the file of this repository, and a certificate it makes itself for this machine. */
async function expectBehindCaddy(port: string) {
  const [tls, kept] = [await freePort(), join(folder, 'caddy')]
  const caddy = spawn('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: kept,
      XDG_DATA_HOME: kept,
      PORTAL_HOST: `localhost:${tls}`,
      PORTAL: `127.0.0.1:${port}`,
    },
    stdio: 'ignore',
  })
  afterAll(() => void caddy.kill())
  const certificate = join(kept, 'caddy/pki/authorities/local/root.crt')
  const answer = async () => {
    if (!existsSync(certificate)) return 'no certificate yet'
    const asking = get({ host: 'localhost', port: tls, path: '/api/health', ca: readFileSync(certificate) })
    const [reply] = await once(asking, 'response').catch(() => [null])
    reply?.resume()
    return reply?.statusCode
  }
  await expect.poll(answer, { timeout: minutes(1) }).toBe(200)
  caddy.kill()
}

test.each(debian ? [root] : [])('systemd understands the unit, and Caddy its file', (root) => {
  const unit = join(folder, 'portico.service')
  // The unit's path does not exist on this machine.
  writeFileSync(
    unit,
    readFileSync(join(root, 'deploy/portico.service'), 'utf8').replaceAll('/opt/portico', root),
  )
  expect(execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
  execFileSync('caddy', ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    cwd: root,
    env: { ...process.env, PORTAL_HOST: 'portal.example.co.uk' },
    stdio: 'pipe',
  })
})

/** Every file with its modification time. Of the packages, only the native libraries that a start links. */
const stateOf = (app: string) =>
  readdirSync(app, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/node_modules/') || dirname(path).endsWith('native/lib'))
    .map((path) => `${path} ${existsSync(path) ? statSync(path).mtimeMs : 'dangling'}`)
    .toSorted()
