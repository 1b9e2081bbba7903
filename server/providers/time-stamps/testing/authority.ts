import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'

type Fault = 'down' | 'silent' | 'refuses' | 'other bytes' | 'replays' | null

/**
 * A certificate authority with its own time-stamp authority, OCSP responder and revocation list, all made by OpenSSL,
 * which is not the library under test. Accepts a request only in the form of RFC 3161.
 */
export async function openTestAuthority({ user = null as string | null } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-authority-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const state = { fault: null as Fault, hasOcsp: true, hasList: true, requests: [] as string[] }
  let last: Buffer | null = null

  const stamp = (query: Buffer) => {
    writeFileSync(at('query.tsq'), query)
    openssl('ts', '-reply', '-queryfile', 'query.tsq', '-out', 'reply.tsr', '-config', 'authority.cnf')
    return readFileSync(at('reply.tsr'))
  }
  const ofOtherBytes = () => {
    openssl('ts', '-query', '-digest', '00'.repeat(32), '-sha256', '-cert', '-out', 'other.tsq')
    return stamp(readFileSync(at('other.tsq')))
  }
  const stampAnswer = (query: Buffer, { headers }: IncomingMessage) => {
    const isAllowed =
      user === null || headers.authorization === `Basic ${Buffer.from(user).toString('base64')}`
    if (!isAllowed) return null
    if (headers['content-type'] !== 'application/timestamp-query') return null
    if (state.fault === 'refuses') return Buffer.from('30053003020102', 'hex')
    if (state.fault === 'other bytes') return ofOtherBytes()
    const answer = state.fault === 'replays' && last ? last : stamp(query)
    last = answer
    return answer
  }
  const ocspAnswer = (query: Buffer) => {
    writeFileSync(at('query.ocsp'), query)
    const how = [
      '-index',
      'index.txt',
      '-CA',
      'ca.pem',
      '-rsigner',
      'ca.pem',
      '-rkey',
      'ca.key',
      '-ndays',
      '1',
    ]
    openssl('ocsp', ...how, '-reqin', 'query.ocsp', '-respout', 'reply.ocsp')
    return readFileSync(at('reply.ocsp'))
  }
  const list = () => {
    openssl('ca', '-gencrl', '-config', 'authority.cnf', '-out', 'list.pem')
    return openssl('crl', '-in', 'list.pem', '-outform', 'DER')
  }
  const answerTo = (request: IncomingMessage, body: Buffer) => {
    if (request.url === '/stamp') return stampAnswer(body, request)
    if (request.url === '/ocsp') return state.hasOcsp ? ocspAnswer(body) : null
    if (request.url === '/list') return state.hasList ? list() : null
    return request.url === '/ca' ? openssl('x509', '-in', 'ca.pem', '-outform', 'DER') : null
  }
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${request.url}`)
    void buffer(request).then((body) => {
      if (state.fault === 'silent' && request.url === '/stamp') return
      if (state.fault === 'down' && request.url === '/stamp') return response.writeHead(503).end()
      const answer = answerTo(request, body)
      return answer === null ? response.writeHead(400).end() : response.end(answer)
    })
  })
  const { address, close } = await openOnLoopback(server)
  afterAll(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  writeFileSync(at('authority.cnf'), configuration(folder, address))
  writeFileSync(at('index.txt'), '')
  writeFileSync(at('tsa-serial'), '01\n')
  const newKey = (name: string) =>
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`)
  newKey('ca')
  openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    'ca.key',
    '-subj',
    '/O=Test Trust/CN=Test Root',
    '-days',
    '3650',
    '-out',
    'ca.pem',
    '-config',
    'authority.cnf',
    '-extensions',
    'root',
  )

  let serial = 0x1000
  /** Issues a certificate of this authority, with its key beside it. `section` of the configuration sets its use. */
  const issue = (name: string, section: 'stamps' | 'seals' | 'servers', { days = 365 } = {}) => {
    serial += 1
    newKey(name)
    openssl(
      'req',
      '-new',
      '-key',
      `${name}.key`,
      '-subj',
      `/O=Test Trust/CN=${name}`,
      '-out',
      `${name}.csr`,
      '-config',
      'authority.cnf',
    )
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-set_serial',
      String(serial),
      '-days',
      String(days),
      '-extfile',
      'authority.cnf',
      '-extensions',
      section,
      '-out',
      `${name}.pem`,
    )
    note(name, 'V')
    return serial
  }
  const serials = new Map<string, string>()
  const note = (name: string, state: 'V' | 'R') => {
    const number = serials.get(name) ?? serial.toString(16).toUpperCase()
    serials.set(name, number)
    const others = readFileSync(at('index.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.includes(`\t${number}\t`))
    const line = `${state}\t360101000000Z\t${state === 'R' ? '261101000000Z' : ''}\t${number}\tunknown\t/CN=${name}`
    writeFileSync(at('index.txt'), `${[...others, line].join('\n')}\n`)
  }
  issue('Test Time Stamps', 'stamps')
  openssl('x509', '-in', 'Test Time Stamps.pem', '-out', 'tsa.pem')
  openssl('pkey', '-in', 'Test Time Stamps.key', '-out', 'tsa.key')
  return {
    folder,
    url: `${address}/stamp`,
    state,
    issue,
    openssl,
    revoke: (name: string) => note(name, 'R'),
    root: () => readFileSync(at('ca.pem')),
  }
}

const configuration = (folder: string, address: string) => `
[req]
distinguished_name = dn
[dn]
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign, digitalSignature
subjectKeyIdentifier = hash
[stamps]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${address}/ocsp, caIssuers;URI:${address}/ca
crlDistributionPoints = URI:${address}/list
[seals]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${address}/ocsp, caIssuers;URI:${address}/ca
crlDistributionPoints = URI:${address}/list
[servers]
basicConstraints = critical, CA:false
keyUsage = critical, keyEncipherment
extendedKeyUsage = serverAuth
[ca]
default_ca = own
[own]
database = ${folder}/index.txt
certificate = ${folder}/ca.pem
private_key = ${folder}/ca.key
default_md = sha256
default_crl_days = 1
[tsa]
default_tsa = stamping
[stamping]
serial = ${folder}/tsa-serial
signer_cert = ${folder}/tsa.pem
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`
