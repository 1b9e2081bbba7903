import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined

/** Who else looks at a seal: poppler's pdfsig, or where that is not installed OpenSSL. */
export const secondChecker = hasPdfsig ? 'pdfsig' : 'openssl, for pdfsig is not installed here'

/** What the other tool says of the seal of a PDF file: whether it holds, and whether it is about the whole file. */
export const secondCheck = (file: string) => (hasPdfsig ? askPdfsig(file) : askOpenssl(file))

const askPdfsig = (file: string) => {
  const { stdout } = spawnSync('pdfsig', [file], { encoding: 'utf8' })
  return {
    isValid: stdout.includes('Signature is Valid.') && stdout.includes('adbe.pkcs7.detached'),
    isWhole: stdout.includes('Total document signed'),
    isIssuerKnown: !stdout.includes('Certificate issuer is unknown.'),
  }
}

const asked = ['cms', '-verify', '-inform', 'DER', '-binary', '-out', '/dev/null']

const askOpenssl = (file: string) => {
  const pdf = readFileSync(file)
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1'))?.slice(1).map(Number)
  const [start = 1, first = 0, second = 0, rest = 0] = range ?? []
  writeFileSync(`${file}.content`, Buffer.concat([pdf.subarray(0, first), pdf.subarray(second)]))
  writeFileSync(
    `${file}.p7`,
    Buffer.from(
      pdf
        .subarray(first + 1, second - 1)
        .toString('latin1')
        .replace(/0+$/, ''),
      'hex',
    ),
  )
  const verify = (...how: string[]) =>
    spawnSync('openssl', [...asked, '-in', `${file}.p7`, '-content', `${file}.content`, ...how]).status === 0
  return {
    isValid: verify('-noverify'),
    isWhole: start === 0 && second + rest === pdf.length,
    isIssuerKnown: verify(),
  }
}
