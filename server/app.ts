import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { openDevices } from './features/accounts/dependencies.ts'
import { accountsJobs } from './features/accounts/jobs.ts'
import { accountsRoutes, secondFactorRoutes } from './features/accounts/routes.ts'
import { openSessions, secondStepCookieName } from './features/accounts/sessions/sessions.ts'
import { activitiesRoutes } from './features/activities/routes.ts'
import { appointmentsJobs } from './features/appointments/jobs.ts'
import { appointmentsRoutes, firmAppointmentsRoutes } from './features/appointments/routes.ts'
import { assistantRoutes, knowledgeRoutes } from './features/assistant/routes.ts'
import { replyInWords, wakeAssistant } from './features/assistant/service.ts'

import { casesRoutes } from './features/cases/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { documentSandboxRoutes } from './features/document-sandbox/routes.ts'
import { areFilesOurs, documentsJobs, foreignFiles, readingJobs } from './features/documents/jobs.ts'
import { reviewsRoutes } from './features/documents/reviews/routes.ts'
import { documentsRoutes } from './features/documents/routes.ts'
import { firmRoutes, peopleRoutes, setupRoutes } from './features/firm/routes.ts'
import { formsRoutes } from './features/forms/routes.ts'
import { identityJobs } from './features/identity/jobs.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { mailJobs } from './features/mail/jobs.ts'
import { demoInboxRoutes, mailRoutes } from './features/mail/routes.ts'
import { messagesJobs } from './features/messages/jobs.ts'
import { messagesRoutes } from './features/messages/routes.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { notify } from './features/notifications/service.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { paymentsJobs } from './features/payments/jobs.ts'
import { paymentsRoutes } from './features/payments/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { findFirm, getSecret, hasFirm, showFirm } from './features/settings/service.ts'
import { signaturesRoutes } from './features/signatures/routes.ts'
import { knownSignatureFiles } from './features/signatures/service.ts'
import { tasksRoutes } from './features/tasks/routes.ts'
import { personalData } from './personal-data.ts'
import { noteRefusals, openRefusals } from './platform/audit/refusals.ts'
import type { Database, Db } from './platform/db/database.ts'
import { serveHealth } from './platform/diagnostics/health.ts'
import { freeWhenIdle } from './platform/diagnostics/idle-memory.ts'
import type { Bus } from './platform/events/bus.ts'
import { serveLive } from './platform/events/live-updates.ts'
import { serveDevPages } from './platform/http/dev-pages.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import type { Platform } from './platform/http/request.ts'
import { answerUnknown } from './platform/http/responses.ts'
import { type HttpSettings, openHttp } from './platform/http/server.ts'
import { openJobContext } from './platform/jobs/context.ts'
import { openJobs, queueJob } from './platform/jobs/queue.ts'
import { listWarnings, type Ports } from './platform/ports/ports.ts'

export interface Foundation {
  database: Database
  bus: Bus
  ports: Ports
  clock: () => Date
  http: HttpSettings
  /** What the health tells whoever runs the portal, a sentence each, beside what it finds out itself. */
  warnings?: string[]
  /** Where the built page lies; null where only the API is served. */
  pageFolder?: string | null
  /** The page comes from its sources instead, and follows their changes. */
  isDevelopment?: boolean
  /** Each answer is judged by the contract; as in development unless said. */
  checksAnswers?: boolean
}

const crontab = [
  '*/10 * * * * sweepFiles',
  '17 3 * * * eraseOld',
  '* * * * * settlePayments',
  '* * * * * tellFirmOfWaiting',
  '* * * * * sendMails',
  '*/10 * * * * sendDigests',
  '*/15 * * * * remindClients',
  '41 3 * * * eraseMails',
  '*/5 * * * * remindOfAppointments',
].join('\n')

/** The whole portal, not yet listening. Closing it lets what runs finish. */
export async function openApp(foundation: Foundation): Promise<FastifyInstance> {
  const { database, bus, ports, clock, http } = foundation
  const { db, pulse } = database
  const sessions = openSessions({ db, bus, clock, isSecure: ports.isSecure })
  const devices = openDevices({ secret: await getSecret(db, 'device_secret'), isSecure: ports.isSecure })

  const secondStep = secondStepCookieName(ports.isSecure)
  const accountDependencies = { sessions, devices, secondStep, findFirm, hasFirm, notify }

  const features = [
    // What several features react to locks rows in this order; whoever locks a document locks its task after it.
    documentsRoutes,
    reviewsRoutes,
    tasksRoutes,
    accountsRoutes(accountDependencies),
    secondFactorRoutes(accountDependencies),
    settingsRoutes,
    activitiesRoutes,
    notificationsRoutes,
    mailRoutes,
    paymentsRoutes,
    formsRoutes,
    identityRoutes,
    signaturesRoutes,
    onboardingRoutes({ wake: wakeAssistant, reply: replyInWords }),
    documentSandboxRoutes,
    casesRoutes,
    firmRoutes,
    messagesRoutes,
    appointmentsRoutes,
    firmAppointmentsRoutes,
    assistantRoutes,
    knowledgeRoutes,
    privacyRoutes(personalData),
    peopleRoutes(accountDependencies),
    setupRoutes(accountDependencies),
    // Only the demo has an account that may start over, and mailboxes; elsewhere there are no such addresses.
    ...(ports.isDemo ? [dashboardRoutes, demoInboxRoutes] : []),
  ]
  const eventHandlers = features.map((feature) => feature.eventHandlers)
  const mayKeepFiles = async (on: Db) => !(await findFirm(on)).isOnSharedComputers
  const { whoIs } = sessions
  const { checksAnswers = foundation.isDevelopment ?? false } = foundation
  const platform: Platform = {
    db,
    bus,
    clock,
    ports,
    whoIs,
    eventHandlers,
    mayKeepFiles,
    pulse,
    checksAnswers,
  }
  const jobContext = openJobContext(platform)

  if (!(await areFilesOurs(jobContext))) http.log.error(foreignFiles)

  const app = await openHttp(http)
  freeWhenIdle(app)
  noteRefusals(app, { refusals: openRefusals({ db, clock, log: http.log }), whoIs: sessions.whoIs })
  for (const feature of features) feature.register(app, platform)
  const { pageFolder = builtPage, isDevelopment = false } = foundation
  const { isDemo, isSecure } = ports
  const needsSetup = async () => !isDemo && !(await hasFirm(db))
  // Before the jobs: a page that is not built ends the start, and nothing is left running.
  if (isDevelopment) await serveDevPages(app, { isDemo, needsSetup })
  else if (pageFolder === null) answerUnknown(app)
  else
    await servePages(app, {
      folder: pageFolder,
      isDemo,
      isSecure,
      needsSetup,
      showFirm: () => showFirm({ db, ports }),
      whoIs: sessions.whoIs,
    })
  const jobs = await openJobs(database.pool, {
    queues: [
      {
        table: {
          ...accountsJobs(jobContext),
          ...appointmentsJobs(jobContext),
          ...documentsJobs(jobContext, [knownSignatureFiles]),
          ...mailJobs(jobContext),
          ...messagesJobs(jobContext),
          ...paymentsJobs(jobContext),
        },
        crontab,
        concurrency: 2,
      },
      // Who sends many files waits for the reader, and nobody's mail, money or reminder does.
      {
        table: { ...readingJobs(jobContext), ...identityJobs(jobContext) },
        crontab: '* * * * * readWaiting',
        concurrency: 1,
      },
    ],
    log: http.log,
  })
  // What the last portal did not come to read is begun at once.
  await queueJob(db)('readWaiting', {}, { key: 'readWaiting' })
  serveLive(app, { bus, pulse, whoIs: sessions.whoIs, isOpen: sessions.isOpen })
  const warnings = async () => [...(foundation.warnings ?? []), ...(await listWarnings(ports))]
  serveHealth(app, { database, files: ports.files, jobs, warnings })
  await serveDocs(app, platform)
  // Jobs end while the last requests do; both have the same few seconds.
  let stopping: Promise<void> | undefined
  app.addHook('preClose', async () => {
    stopping = jobs.close()
  })
  app.addHook('onClose', () => stopping)
  return app
}

export const builtPage = fileURLToPath(new URL('../dist/web', import.meta.url))
