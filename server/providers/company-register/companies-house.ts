import { z } from 'zod'
import { issuerInNormalCase, nameInNormalCase } from '#contract/kit/names.ts'
import type { OfficerRole } from '#contract/organisations/organisations.ts'
import type { Share } from '#contract/organisations/ownership.ts'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type {
  CompanyRegister,
  RegisterAnswer,
  RegisteredCompany,
  RegisterFailure,
} from '#server/platform/ports/company-register.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** Companies House's public data API (developer-specs.company-information.service.gov.uk). */
export const companiesHouseUrl = 'https://api.company-information.service.gov.uk'

const perPage = 100
/** More pages of officers than any company has. Further ones are not read. */
const mostPages = 10
const answerAtMost = 2 * 1024 * 1024

const text = z.string().catch('')
const Address = z
  .looseObject({
    care_of: text,
    po_box: text,
    premises: text,
    address_line_1: text,
    address_line_2: text,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
  })
  .partial()
const Profile = z.looseObject({
  company_name: z.string(),
  company_number: z.string(),
  company_status: text,
  type: text,
  registered_office_address: Address.optional(),
})
const listOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({ total_results: z.number().optional(), items: z.array(item).default([]) })
const Officers = listOf(
  z.looseObject({ name: z.string(), officer_role: text, resigned_on: z.string().optional() }),
)
const Controllers = listOf(
  z.looseObject({
    name: text,
    kind: text,
    ceased_on: z.string().optional(),
    ceased: z.boolean().optional(),
    name_elements: z.looseObject({ forename: text, middle_name: text, surname: text }).partial().optional(),
    natures_of_control: z.array(z.string()).default([]),
    identification: z.looseObject({ registration_number: text }).partial().optional(),
  }),
)

interface Settings {
  address: string
  fixedKey: string | null
  /** Time limit for a company with all its lists, in milliseconds. */
  timeout?: number
}

export const openCompaniesHouse = ({
  address,
  fixedKey,
  timeout = seconds(14),
}: Settings): CompanyRegister => ({
  name: 'Companies House',
  fixedKey,
  find: async (key, number) => {
    const ask = askerOf({ address, key, signal: AbortSignal.timeout(timeout) })
    const path = `/company/${encodeURIComponent(number)}`
    const profile = await ask(path, Profile)
    if ('failure' in profile) return profile
    const officers = await readPages(ask, `${path}/officers`, Officers)
    if ('failure' in officers) return officers
    const controllers = await readPages(ask, `${path}/persons-with-significant-control`, Controllers)
    if ('failure' in controllers) return controllers
    return { company: companyOf(profile.body, officers.items, controllers.items) }
  },
})

type Failed = Extract<RegisterAnswer, { failure: RegisterFailure }>
type Ask = <T>(path: string, shape: z.ZodType<T>) => Promise<{ body: T } | Failed>

const failed = (failure: RegisterFailure, retryAfter: number | null = null): Failed => ({
  failure,
  retryAfter,
})

/** Basic authentication, with the key as user name and no password. */
const askerOf = ({ address, key, signal }: { address: string; key: string; signal: AbortSignal }): Ask => {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  return async (path, shape) => {
    try {
      const answer = await fetch(new URL(path, address), {
        headers: { authorization, accept: 'application/json' },
        redirect: 'error',
        signal,
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        return failureOf(answer)
      }
      const body = shape.safeParse(JSON.parse(await boundedText(answer, answerAtMost)))
      return body.success ? { body: body.data } : failed('unreadable')
    } catch (error) {
      return failed(error instanceof SyntaxError ? 'unreadable' : 'unreachable')
    }
  }
}

function failureOf({ status, headers }: Response): Failed {
  if (status === 401 || status === 403) return failed('key_refused')
  if (status === 404) return failed('unknown_company')
  if (status === 429) return failed('too_many', secondsUntil(headers))
  return failed(status >= 500 ? 'unreachable' : 'unreadable')
}

/**
 * Returns when the rate limit resets, from the register's header in seconds since 1970. At least 1 and at most 600
 * seconds.
 */
function secondsUntil(headers: Headers): number | null {
  const reset = Number(headers.get('x-ratelimit-reset'))
  if (!Number.isFinite(reset) || reset <= 0) return null
  return Math.min(600, Math.max(1, Math.ceil(reset - Date.now() / 1000)))
}

interface Listed<T> {
  total_results?: number | undefined
  items: T[]
}

/** Reads all pages of a list. A company without this list is answered with 404, which gives no items. */
async function readPages<T>(
  ask: Ask,
  path: string,
  shape: z.ZodType<Listed<T>>,
): Promise<{ items: T[] } | Failed> {
  const items: T[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await ask(`${path}?items_per_page=${perPage}&start_index=${items.length}`, shape)
    if ('failure' in answer) return answer.failure === 'unknown_company' ? { items } : answer
    items.push(...answer.body.items)
    if (answer.body.items.length === 0 || items.length >= (answer.body.total_results ?? 0)) break
  }
  return { items }
}

type OfficerItem = z.infer<typeof Officers>['items'][number]
type ControllerItem = z.infer<typeof Controllers>['items'][number]

const companyOf = (
  profile: z.infer<typeof Profile>,
  officers: readonly OfficerItem[],
  controllers: readonly ControllerItem[],
): RegisteredCompany => ({
  name: issuerInNormalCase(profile.company_name),
  number: profile.company_number,
  kind: kindOf(profile.type),
  status: profile.company_status.replaceAll('-', ' '),
  address: addressOf(profile.registered_office_address ?? {}),
  officers: officers
    .filter((officer) => officer.resigned_on === undefined)
    .map(({ name, officer_role: role }) => {
      const isCorporate = role.startsWith('corporate-')
      return {
        name: isCorporate ? issuerInNormalCase(name) : personName(name),
        role: roleOf(role),
        kind: isCorporate ? 'organisation' : 'person',
      }
    }),
  owners: controllers
    .filter((controller) => controller.ceased_on === undefined && controller.ceased !== true)
    .map(ownerOf),
})

const kindOf = (type: string): RegisteredCompany['kind'] => {
  if (type === 'llp') return 'llp'
  if (type.includes('charitable')) return 'charity'
  return /ltd|plc|private|public|company|unlimited/.test(type) ? 'company' : 'other'
}

const addressOf = (address: z.infer<typeof Address>) => {
  const { care_of: care, po_box: box, premises, address_line_1: first, address_line_2: second } = address
  const { locality, region, postal_code: postcode, country } = address
  // "6" and "Dock Lane" go on one line.
  const street = [premises, first].filter(Boolean).join(/^\d/.test(premises ?? '') ? ' ' : ', ')
  return [care && `c/o ${care}`, box && `PO Box ${box}`, street, second, locality, region, postcode, country]
    .filter(Boolean)
    .join(', ')
}

const roleOf = (role: string): OfficerRole => {
  if (role.includes('director')) return 'director'
  if (role.includes('secretary')) return 'secretary'
  return role.includes('member') ? 'member' : 'other'
}

/** Returns the usual form of a name listed as "COLE, Eleanor Jane". */
const personName = (name: string) => {
  const [surname = '', ...given] = name.split(', ')
  // A title may follow a second comma.
  return given.length === 0 ? nameInNormalCase(name) : `${given[0]} ${nameInNormalCase(surname)}`
}

function ownerOf(controller: ControllerItem): RegisteredCompany['owners'][number] {
  const { name, kind, name_elements: parts, natures_of_control: natures, identification } = controller
  if (kind.startsWith('super-secure'))
    return { name: 'A person whose details are protected', kind: 'person', number: '', ...controlIn(natures) }
  const isPerson = kind.startsWith('individual')
  const full = [parts?.forename, parts?.middle_name, parts?.surname].filter(Boolean).join(' ')
  return {
    name: isPerson ? full || name : issuerInNormalCase(name),
    kind: isPerson ? 'person' : 'organisation',
    number: identification?.registration_number?.slice(0, 20) ?? '',
    ...controlIn(natures),
  }
}

const bands: Record<string, Share> = {
  '25-to-50': { from: 25, to: 50 },
  '50-to-75': { from: 50, to: 75 },
  '75-to-100': { from: 75, to: 100 },
  'more-than-25': { from: 25, to: 100 },
}
const shareNature =
  /^(?:ownership-of-shares|(?:right-to-share|part-right-to-share)-surplus-assets)-(.+?)-percent/
const votesNature = /^voting-rights-(.+?)-percent/

/**
 * Translates the register's natures of control (api-enumerations, `psc_descriptions.yml`) into a band of shares and
 * words.
 */
function controlIn(
  natures: readonly string[],
): Pick<RegisteredCompany['owners'][number], 'share' | 'control'> {
  const shares = natures.flatMap((nature) => bands[shareNature.exec(nature)?.[1] ?? ''] ?? [])
  const share = shares.toSorted((a, b) => b.from - a.from)[0] ?? null
  const words = natures.flatMap((nature) => {
    if (shareNature.test(nature)) return nature.includes('-as-') ? [through(nature)] : []
    const votes = bands[votesNature.exec(nature)?.[1] ?? '']
    // Votes in proportion to the shares add nothing.
    if (votes) return share && votes.from <= share.from ? [] : [`${votes.from}–${votes.to}% of the votes`]
    if (nature.startsWith('right-to-appoint-and-remove')) return ['Appoints and removes those who run it']
    return nature.startsWith('significant-influence') ? ['Significant influence or control'] : [plain(nature)]
  })
  const control = [...new Set(words)].join(', ').slice(0, 200)
  return {
    share,
    control: share === null && control === '' ? 'Control that the register does not explain' : control,
  }
}

const through = (nature: string) => (nature.includes('-as-trust') ? 'Through a trust' : 'Through a firm')

const plain = (nature: string) => {
  const words = nature.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
