import { spawnSync } from 'node:child_process'
import { type Mrz, parseMrz } from '#inspector/mrz/parse.ts'

const run = (args: string[]) =>
  spawnSync('tesseract', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Reads a picture's MRZ rows with the installed tesseract, fitted to the length of a format. */
const read = (file: string, today: string): { mrz: Mrz | null } => {
  const { stdout } = run([file, '-', '--psm', '6', '-c', `tessedit_char_whitelist=${letters}`])
  const lines = stdout.split('\n').map((line) => line.replace(/\s/g, ''))
  const rows = lines.filter(({ length }) => length >= 26)
  const parsed = [3, 2].flatMap((count) => parseMrz(fitted(rows.slice(-count)), today) ?? [])[0]
  return { mrz: parsed ? { ...parsed, box: { x: 0, y: 0, width: 0, height: 0, angle: 0 } } : null }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

const fitted = (rows: string[]) => {
  const longest = Math.max(...rows.map(({ length }) => length))
  const length = longest > 40 ? 44 : longest > 33 ? 36 : 30
  return rows.map((row) => row.slice(0, length).padEnd(length, '<'))
}

/** The machine's tesseract, if it is installed. */
export const tesseract = { isInstalled: run(['--version']).status === 0, read }
