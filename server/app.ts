import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { accountsFeature } from './features/accounts/manifest.ts'
import { openSessions, type Sessions } from './features/accounts/sessions/sessions.ts'
import { activitiesFeature } from './features/activities/manifest.ts'
import { authenticateByKey } from './features/api-keys/authenticate-key.ts'
import { apiKeysFeature } from './features/api-keys/manifest.ts'
import { appointmentsFeature } from './features/appointments/manifest.ts'
import { assistantFeature } from './features/assistant/manifest.ts'
import { complianceFeature } from './features/compliance/manifest.ts'
import { connectionsFeature } from './features/connections/manifest.ts'
import { dashboardFeature } from './features/dashboard/manifest.ts'
import { documentRequestsFeature } from './features/document-requests/manifest.ts'
import { documentSandboxFeature } from './features/document-sandbox/manifest.ts'
import { documentsFeature } from './features/documents/manifest.ts'
import { firmFeature } from './features/firm/manifest.ts'
import { formsFeature } from './features/forms/manifest.ts'
import { guestsFeature } from './features/guests/manifest.ts'
import { helpFeature } from './features/help/manifest.ts'
import { homeFeature } from './features/home/manifest.ts'
import { identityFeature } from './features/identity/manifest.ts'
import { importsFeature } from './features/imports/manifest.ts'
import { jointClientsFeature } from './features/joint-clients/manifest.ts'
import { letterTemplatesFeature } from './features/letter-templates/manifest.ts'
import { lettersFeature } from './features/letters/manifest.ts'
import { mailFeature } from './features/mail/manifest.ts'
import { mattersFeature } from './features/matters/manifest.ts'
import { mergesFeature } from './features/merges/manifest.ts'
import { messagesFeature } from './features/messages/manifest.ts'
import { notificationsFeature } from './features/notifications/manifest.ts'
import { numbersFeature } from './features/numbers/manifest.ts'
import { onboardingFeature } from './features/onboarding/manifest.ts'
import { organisationsFeature } from './features/organisations/manifest.ts'
import { paymentsFeature } from './features/payments/manifest.ts'
import { privacyFeature } from './features/privacy/manifest.ts'
import { queueFeature } from './features/queue/manifest.ts'
import { searchFeature } from './features/search/manifest.ts'
import { settingsFeature } from './features/settings/manifest.ts'
import { findFirm, hasFirm, showFirm } from './features/settings/service.ts'
import { signOnFeature } from './features/sign-on/manifest.ts'
import { signaturesFeature } from './features/signatures/manifest.ts'
import { tasksFeature } from './features/tasks/manifest.ts'
import { templatesFeature } from './features/templates/manifest.ts'
import { textMessagesFeature } from './features/text-messages/manifest.ts'
import { webhooksFeature } from './features/webhooks/manifest.ts'
import { type Given, openGiven } from './given.ts'
import { auditTrailData } from './platform/audit/personal-data.ts'
import { noteRefusals, openRefusals } from './platform/audit/refusals.ts'
import type { Database } from './platform/db/database.ts'
import type { Replica } from './platform/db/replica.ts'
import { serveHealth } from './platform/diagnostics/health.ts'
import { freeWhenIdle } from './platform/diagnostics/idle-memory.ts'
import { type MetricsSettings, measureRequests, serveMetrics } from './platform/diagnostics/metrics.ts'
import { logRequests } from './platform/diagnostics/request-log.ts'
import { sendTraces, type TraceSettings } from './platform/diagnostics/traces.ts'
import type { Bus } from './platform/events/bus.ts'
import { serveLive } from './platform/events/live-updates.ts'
import { serveDevPages } from './platform/http/dev-pages.ts'
import type { Feature } from './platform/http/feature.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import type { Platform } from './platform/http/request.ts'
import { answerUnknown } from './platform/http/responses.ts'
import { registerRoutes } from './platform/http/routes.ts'
import { type HttpSettings, openHttp } from './platform/http/server.ts'
import { type JobContext, openJobContext } from './platform/jobs/context.ts'
import { openJobs } from './platform/jobs/queue.ts'
import { listWarnings, type Ports } from './platform/ports/ports.ts'

/**
 * All features. The handlers of an event lock rows in this order, and code that locks a document locks its task after
 * it.
 */
const features: readonly Feature<Given>[] = [
  documentsFeature,
  tasksFeature,
  queueFeature,
  accountsFeature,
  settingsFeature,
  helpFeature,
  letterTemplatesFeature,
  activitiesFeature,
  notificationsFeature,
  mailFeature,
  textMessagesFeature,
  paymentsFeature,
  formsFeature,
  identityFeature,
  signaturesFeature,
  onboardingFeature,
  documentRequestsFeature,
  documentSandboxFeature,
  mattersFeature,
  complianceFeature,
  lettersFeature,
  guestsFeature,
  organisationsFeature,
  jointClientsFeature,
  templatesFeature,
  mergesFeature,
  firmFeature,
  homeFeature,
  searchFeature,
  messagesFeature,
  appointmentsFeature,
  apiKeysFeature,
  webhooksFeature,
  connectionsFeature,
  importsFeature,
  signOnFeature,
  numbersFeature,
  assistantFeature,
  privacyFeature,
  dashboardFeature,
]

/**
 * All personal data of a client, in the order of the export, starting with the account. A table that is neither here
 * nor among the reasoned exceptions fails the tests.
 */
export const personalData = [
  ...accountsFeature.personalData,
  ...features.filter((feature) => feature !== accountsFeature).flatMap((feature) => feature.personalData),
  ...auditTrailData,
]

export interface Foundation {
  database: Database
  bus: Bus
  /** A standby that serves reads. Null or missing if there is none. */
  replica?: Replica | null
  ports: Ports
  clock: () => Date
  http: HttpSettings
  /** Sentences for the operator in the health, besides what it finds itself. */
  warnings?: string[]
  /** The folder of the built page. Null if only the API is served. */
  pageFolder?: string | null
  /** Serves the page from its sources, and follows their changes. */
  isDevelopment?: boolean
  /** Validates each response against the contract. On in development by default. */
  checksAnswers?: boolean
  /** Whether jobs also run by their schedule, which follows the machine's clock and not `clock`. On by default. */
  runsSchedule?: boolean
  /** The operator's monitoring. Without it nothing is recorded. */
  watched?: Watched
}

interface Watched {
  metrics: MetricsSettings | null
  traces: TraceSettings | null
  logsRequests: boolean
}

/** Opens the whole portal, not yet listening. Closing it lets running work finish. */
export async function openApp(foundation: Foundation): Promise<FastifyInstance> {
  const { database, bus, ports, clock, http } = foundation
  const { db, pulse } = database
  const sessions = openSessions({
    db,
    bus,
    clock,
    isSecure: ports.isSecure,
    requiresSecondFactor: !ports.isDemo,
  })
  const given = {
    ...(await openGiven(foundation, sessions)),
    personalData,
    knownFiles: features.flatMap(({ knownFiles = [] }) => knownFiles),
  }
  const { whoIs, whoIsNow } = authenticateByKey(sessions, { db, clock, limits: ports.limits })
  const { checksAnswers = foundation.isDevelopment ?? false, runsSchedule = true } = foundation
  const platform: Platform = {
    db,
    bus,
    clock,
    ports,
    whoIs,
    whoIsNow,
    eventHandlers: features.map((feature) => feature.eventHandlers),
    mayKeepFiles: async (on) => !(await findFirm(on)).isOnSharedComputers,
    pulse,
    replica: foundation.replica ?? null,
    checksAnswers,
  }
  const jobContext = openJobContext(platform)
  const unfollow = followChanges(bus, ports.connections, http.log)
  for (const { faultAtStart } of features) {
    const fault = await faultAtStart?.(jobContext)
    if (fault) http.log.error(fault)
  }

  const app = await openHttp(http)
  freeWhenIdle(app)
  const { metrics, traces, logsRequests } = foundation.watched ?? unwatched
  if (logsRequests) logRequests(app, http.log)
  if (traces) sendTraces(app, { settings: traces, log: http.log })
  const measure = metrics && measureRequests(app)
  noteRefusals(app, { refusals: openRefusals({ db, clock, log: http.log }), whoIs })
  for (const routes of features.flatMap((feature) => feature.routes(given)))
    registerRoutes(app, platform, routes)
  // Before the jobs, because a missing build ends the start and must leave nothing running.
  await servePortalPage(app, foundation, sessions)
  const tables = features.map((feature) => feature.jobs(jobContext, given))
  const jobs = await openJobs(database.sessions, { tables, log: http.log, runsSchedule })
  if (measure) serveMetrics(app, measure, { database, jobs, settings: metrics })
  serveLive(app, { bus, pulse, whoIs, isOpen: sessions.isOpen })
  const warnings = async () => [...(foundation.warnings ?? []), ...(await listFaults(ports, jobContext))]
  serveHealth(app, { database, files: ports.files, jobs, warnings })
  await serveDocs(app, platform)
  stopWith(app, jobs)
  app.addHook('onClose', async () => unfollow())
  return app
}

/** Sentences for the operator about what does not answer. */
async function listFaults(ports: Ports, jobContext: JobContext) {
  // While the records are away nobody can tell.
  const ofFeatures = features.map((feature) => feature.warnings?.(jobContext).catch(() => []) ?? [])
  return (await Promise.all([listWarnings(ports), ...ofFeatures])).flat()
}

/** Stops the jobs while the last requests finish. Both have the same few seconds. */
function stopWith(app: FastifyInstance, jobs: { close: () => Promise<void> }) {
  let stopping: Promise<void> | undefined
  app.addHook('preClose', async () => {
    stopping = jobs.close()
  })
  app.addHook('onClose', () => stopping)
}

/** Serves the built page, or the sources in development, or none. Throws if the build is missing. */
async function servePortalPage(app: FastifyInstance, foundation: Foundation, { whoIs }: Sessions) {
  const { database, ports, pageFolder = builtPage, isDevelopment = false } = foundation
  const { db } = database
  const { isDemo, isSecure } = ports
  const needsSetup = async () => !isDemo && !(await hasFirm(db))
  if (isDevelopment) return serveDevPages(app, { isDemo, needsSetup })
  if (pageFolder === null) return answerUnknown(app)
  const showOwnFirm = () => showFirm({ db, ports })
  await servePages(app, { folder: pageFolder, isDemo, isSecure, needsSetup, showFirm: showOwnFirm, whoIs })
}

/** Reads the connections again when another node has changed them, or a signal may have been missed. */
function followChanges(bus: Bus, { refresh }: Ports['connections'], log: HttpSettings['log']) {
  const read = () =>
    void refresh().catch((err: unknown) => log.warn({ err }, 'the settings of connections were not read'))
  const stops = [bus.on(({ kind }) => kind === 'connections' && read()), bus.onResync(read)]
  return () => {
    for (const stop of stops) stop()
  }
}

const unwatched: Watched = { metrics: null, traces: null, logsRequests: false }

export const builtPage = fileURLToPath(new URL('../dist/web', import.meta.url))
