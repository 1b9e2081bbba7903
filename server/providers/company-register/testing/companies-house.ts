import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'

interface Company {
  profile: Record<string, unknown>
  officers?: Record<string, unknown>[]
  controllers?: Record<string, unknown>[]
}

/** Stands in for the register, with the shapes it publishes. Pages hold at most two items. */
export async function openStandIn(key = 'a-key-of-the-tests') {
  const companies = new Map<string, Company>()
  const requests: string[] = []
  let fault: { status: number; headers?: Record<string, string>; body?: string } | 'silent' | null = null
  let meanwhile: (() => Promise<unknown>) | null = null
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://register.test')
    requests.push(url.pathname + url.search)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const work = meanwhile
    meanwhile = null
    await work?.()
    if (fault === 'silent') return
    if (fault) return send(fault.status, fault.body ?? { error: 'fault' }, fault.headers)
    const shown = request.headers.authorization
    if (shown !== `Basic ${Buffer.from(`${key}:`).toString('base64')}`)
      return send(401, { error: 'Invalid Authorization', type: 'ch:service' })
    const [, , number = '', list] = url.pathname.split('/')
    const company = companies.get(number)
    if (!company) return send(404, { errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] })
    if (list === undefined) return send(200, { company_number: number, type: 'ltd', ...company.profile })
    const all = list === 'officers' ? company.officers : company.controllers
    // The register answers 404 for a list that a company does not have.
    if (!all) return send(404, { errors: [{ error: 'not-found', type: 'ch:service' }] })
    const start = Number(url.searchParams.get('start_index') ?? 0)
    const items = all.slice(start, start + 2)
    send(200, { items, items_per_page: 2, start_index: start, total_results: all.length })
  }
  const server = createServer((request, response) => void answer(request, response))
  const { address, close } = await openOnLoopback(server)
  afterAll(close)
  return {
    key,
    companies,
    requests,
    address,
    fail: (next: typeof fault) => {
      fault = next
    },
    /** Runs `work` during the next request, before its response. */
    during: (work: () => Promise<unknown>) => {
      meanwhile = work
    },
  }
}

/** The Coles' company as it is in the register. */
export const joineryAtRegister: Company = {
  profile: {
    company_name: 'COLE & DAUGHTERS JOINERY LTD',
    company_status: 'active',
    registered_office_address: {
      premises: '6',
      address_line_1: 'Dock Lane',
      locality: 'Bristol',
      postal_code: 'BS1 4XX',
    },
  },
  officers: [
    { name: 'COLE, Eleanor Jane', officer_role: 'director', appointed_on: '2019-04-01' },
    { name: 'OLD, Oliver', officer_role: 'director', resigned_on: '2020-01-31' },
    { name: 'SECRETARIES R US LIMITED', officer_role: 'corporate-secretary', appointed_on: '2019-04-01' },
    { name: 'SHAH, Ravi, Dr', officer_role: 'director', appointed_on: '2021-02-03' },
  ],
  controllers: [
    {
      name: 'Mrs Eleanor Jane Cole',
      name_elements: { title: 'Mrs', forename: 'Eleanor', middle_name: 'Jane', surname: 'Cole' },
      kind: 'individual-person-with-significant-control',
      natures_of_control: ['ownership-of-shares-25-to-50-percent', 'voting-rights-25-to-50-percent'],
      notified_on: '2019-04-01',
      date_of_birth: { month: 4, year: 1971 },
    },
    {
      name: 'Mr Oliver Old',
      kind: 'individual-person-with-significant-control',
      natures_of_control: ['ownership-of-shares-50-to-75-percent'],
      ceased_on: '2020-01-31',
    },
    {
      name: 'COLE GROUP LTD',
      kind: 'corporate-entity-person-with-significant-control',
      identification: { registration_number: '01234567', legal_form: 'Limited company' },
      natures_of_control: ['ownership-of-shares-50-to-75-percent', 'right-to-appoint-and-remove-directors'],
    },
    {
      name: 'Bristol City Council',
      kind: 'legal-person-person-with-significant-control',
      identification: { legal_form: 'Local authority' },
      natures_of_control: ['significant-influence-or-control'],
    },
    {
      kind: 'super-secure-person-with-significant-control',
      description: 'super-secure-persons-with-significant-control',
    },
  ],
}
