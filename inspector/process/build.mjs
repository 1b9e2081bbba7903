// Builds the program of the processes that open files (worker.ts) into few files of plain JavaScript
// beside its networks, which are folded here once, and not by each process that starts.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { foldedNetwork, printNetworks } from '../ocr/network-source.ts'
import { root } from './fingerprint.mjs'
import { builtFolder, fingerprint, stampName } from './program.mjs'

/** @param {string} folder */
export async function buildInspector(folder = builtFolder) {
  const stamp = join(folder, stampName)
  // A build that is broken off is none.
  rmSync(stamp, { force: true })
  const sources = fingerprint()
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      // A portal that runs may start a process meanwhile.
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'inspector/process/worker.ts'),
        output: {
          entryFileNames: 'worker.js',
          chunkFileNames: '[name].js',
          // Names stay, for what the log says of a file that broke a process.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
    ssr: { noExternal: ['zod', 'fft.js'] },
  })
  const networks = join(folder, 'networks')
  mkdirSync(networks, { recursive: true })
  const faces = join(root, 'inspector/faces/networks')
  for (const name of readdirSync(faces).filter((file) => file.endsWith('.onnx')))
    copyFileSync(join(faces, name), join(networks, name))
  for (const name of printNetworks) writeFileSync(join(networks, name), await foldedNetwork(name))
  copyFileSync(join(root, 'inspector/process/watchdog.mjs'), join(folder, 'watchdog.mjs'))
  writeFileSync(stamp, sources)
}

if (import.meta.main) await buildInspector()
