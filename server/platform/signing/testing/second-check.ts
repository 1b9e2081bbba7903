import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { ContentInfo, SignedData } from 'pkijs'

/**
 * File in which `npm run test:providers` finds pdfsig's output. If set, pdfsig is required and OpenSSL does not replace
 * it.
 */
const program = process.env['PORTICO_TRY_PDFSIG']
const hasPdfsig = program !== undefined || spawnSync('pdfsig', ['-v']).error === undefined

/** The other tool that verifies a seal: poppler's pdfsig, or OpenSSL if that is not installed. */
export const secondChecker = hasPdfsig ? 'pdfsig' : 'openssl, for pdfsig is not installed here'

/** Returns the other tool's verdict on the seal of a PDF file: whether it is valid and covers the whole file. */
export const secondCheck = (file: string) => (hasPdfsig ? askPdfsig(file) : askOpenssl(file))

const askPdfsig = (file: string) => {
  const { stdout } = spawnSync('pdfsig', [file], { encoding: 'utf8' })
  if (program !== undefined) appendFileSync(program, stdout)
  const [, seal = ''] = stdout.split(/^Signature #\d+:$/m)
  // After an update, its time stamp covers the whole file. pdfsig says so, although it does not verify time stamps.
  const wholes = stdout.match(/(Not total|Total) document signed/g) ?? []
  return {
    isValid: seal.includes('Signature is Valid.') && seal.includes('ETSI.CAdES.detached'),
    isWhole: wholes.at(-1) === 'Total document signed',
    isIssuerKnown: !seal.includes('Certificate issuer is unknown.'),
  }
}

const askOpenssl = (file: string) => {
  const [seal, last = seal] = [signaturesIn(file)[0], signaturesIn(file).at(-1)]
  if (!seal || !last) return { isValid: false, isWhole: false, isIssuerKnown: false }
  return {
    isValid: opensslVerifies(file, seal, ['-noverify']),
    isWhole: last.end === readFileSync(file).length,
    isIssuerKnown: opensslVerifies(file, seal, []),
  }
}

interface FoundSignature {
  isTimeStamp: boolean
  /** The signed bytes, and the signature as DER. */
  content: Buffer
  der: Buffer
  end: number
}

/** Finds every signature of a PDF in order, by the text alone. */
const signaturesIn = (file: string): FoundSignature[] => {
  const pdf = readFileSync(file)
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/ByteRange\s*\[\s*0 (\d+) (\d+) (\d+)\s*\]/g)].map((match) => {
    const [first = 0, second = 0, rest = 0] = match.slice(1).map(Number)
    return {
      isTimeStamp: text.slice(match.index - 60, match.index).includes('ETSI.RFC3161'),
      content: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + rest)]),
      der: Buffer.from(text.slice(first + 1, second - 1), 'hex'),
      end: second + rest,
    }
  })
}

const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' })

const written = (file: string, { content, der }: FoundSignature) => {
  writeFileSync(`${file}.content`, content)
  writeFileSync(`${file}.der`, der)
  return { content: `${file}.content`, der: `${file}.der` }
}

const opensslVerifies = (file: string, seal: FoundSignature, how: string[]) => {
  const { content, der } = written(file, seal)
  const asCms = ['cms', '-verify', '-inform', 'DER', '-binary', '-out', '/dev/null']
  return openssl(...asCms, '-in', der, '-content', content, ...how).status === 0
}

/** Verifies with OpenSSL the seal against its issuer's root (PEM), and every appended time stamp against its own. */
export const askOpensslOfAll = (file: string, roots: { seal: string; stamps: string }) => {
  const [seal, ...stamps] = signaturesIn(file)
  if (!seal) throw new Error('There is no seal.')
  return {
    // As CAdES, which requires the certificate among the signed attributes.
    isSealed: opensslVerifies(file, seal, ['-cades', '-CAfile', roots.seal, '-purpose', 'any']),
    stamps: stamps.map((stamp) => {
      const { content, der } = written(file, stamp)
      const { status } = openssl(
        'ts',
        '-verify',
        '-data',
        content,
        '-in',
        der,
        '-token_in',
        '-CAfile',
        roots.stamps,
      )
      return stamp.isTimeStamp && status === 0
    }),
  }
}

/**
 * Returns the verdict of pkijs on the seal and each time stamp, in their order in the file: what is signed has the
 * digest, and the signature is the certificate's. It verifies by WebCrypto with none of our code. Chains are OpenSSL's.
 */
export const askPkijs = (file: string) =>
  Promise.all(
    signaturesIn(file).map(({ content, der }) =>
      new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(der)).content })
        .verify({ signer: 0, data: new Uint8Array(content).buffer })
        .catch(() => false),
    ),
  )
