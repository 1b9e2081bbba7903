import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { capturePage, clientPage, pages, reviewPage } from '#contract/pages.ts'
import { useKnownFirm } from '#web/features/settings/hooks.ts'
import { Boundary } from '#web/ui/feedback/error-boundary.tsx'
import { UnthrottledSuspense } from '#web/ui/feedback/unthrottled-suspense.tsx'
import { chunk, Preload } from './shell/chunk.ts'
import { FaultPage, NotFoundPage } from './shell/fault-pages.tsx'
import {
  AdministratorsOnly,
  DemoOnly,
  FirmFacts,
  FirmOnly,
  Protected,
  SessionKnown,
  SessionStart,
  TriersOnly,
} from './shell/guards.tsx'
import { Loading, PlainFrame } from './shell/plain-page.tsx'

const frame = chunk(async () => (await import('./shell/frame.tsx')).Frame)
const clients = chunk(async () => (await import('./shell/clients-only.tsx')).ClientsOnly)
const authFrame = chunk(async () => (await import('./shell/auth-frame.tsx')).AuthFrame)
const auth = chunk(async () => (await import('#web/features/accounts/page.tsx')).AuthPage)
const reset = chunk(async () => (await import('#web/features/accounts/reset-page.tsx')).ResetPasswordPage)
const confirmEmail = chunk(
  async () => (await import('#web/features/accounts/confirm-email-page.tsx')).ConfirmEmailPage,
)
const authTest = chunk(async () => (await import('#web/features/accounts/auth-test-page.tsx')).AuthTestPage)
const signatures = chunk(async () => (await import('#web/features/signatures/page.tsx')).SignaturesPage)
const verify = chunk(async () => (await import('#web/features/signatures/verify-page.tsx')).VerifyPage)
const firmSignatures = chunk(
  async () => (await import('#web/features/signatures/firm-page.tsx')).FirmSignaturesPage,
)
const settings = chunk(async () => (await import('./shell/settings-page.tsx')).SettingsPage)
const welcome = chunk(async () => (await import('#web/features/onboarding/welcome-page.tsx')).WelcomePage)
const onboarding = chunk(async () => (await import('#web/features/onboarding/page.tsx')).OnboardingPage)
const capture = chunk(async () => (await import('#web/features/onboarding/capture/page.tsx')).CapturePage)
const dashboard = chunk(async () => (await import('#web/features/dashboard/page.tsx')).DashboardPage)
const documents = chunk(async () => (await import('#web/features/documents/page.tsx')).DocumentsPage)
const payments = chunk(async () => (await import('#web/features/payments/page.tsx')).PaymentsPage)
const messages = chunk(async () => (await import('#web/features/messages/page.tsx')).MessagesPage)
const appointments = chunk(async () => (await import('#web/features/appointments/page.tsx')).AppointmentsPage)
const firmAppointments = chunk(
  async () => (await import('#web/features/appointments/firm-page.tsx')).FirmAppointmentsPage,
)
const identity = chunk(async () => (await import('#web/features/identity/page.tsx')).VerificationPage)
const identityUpload = chunk(
  async () => (await import('#web/features/documents/identity-page.tsx')).IdentityUploadPage,
)
const assistant = chunk(async () => (await import('#web/features/assistant/page.tsx')).AssistantPage)
const knowledge = chunk(
  async () => (await import('#web/features/assistant/knowledge-page.tsx')).KnowledgePage,
)
const documentSandbox = chunk(
  async () => (await import('#web/features/document-sandbox/page.tsx')).DocumentSandboxPage,
)
const cases = chunk(async () => (await import('#web/features/cases/page.tsx')).CasesPage)
const firmCases = chunk(async () => (await import('#web/features/cases/firm-page.tsx')).FirmCasesPage)
const firmMails = chunk(async () => (await import('#web/features/mail/page.tsx')).MailsPage)
const inbox = chunk(async () => (await import('#web/features/mail/inbox-page.tsx')).InboxPage)
const firmRequests = chunk(async () => (await import('#web/features/privacy/firm-page.tsx')).FirmRequestsPage)
const firm = chunk(async () => (await import('#web/features/firm/page.tsx')).FirmPage)
const client = chunk(async () => (await import('#web/features/firm/client-page.tsx')).ClientPage)
const checks = chunk(async () => (await import('#web/features/firm/checks-page.tsx')).ChecksPage)
const people = chunk(async () => (await import('#web/features/firm/people-page.tsx')).PeoplePage)
const firmSettings = chunk(
  async () => (await import('#web/features/firm/settings-page.tsx')).FirmSettingsPage,
)
const setup = chunk(async () => (await import('#web/features/firm/setup/page.tsx')).SetupPage)
const invitation = chunk(async () => (await import('#web/features/firm/invitation-page.tsx')).InvitationPage)
const refunds = chunk(async () => (await import('#web/features/firm/refunds-page.tsx')).RefundsPage)
const reviewList = chunk(
  async () => (await import('#web/features/documents/reviews/list-page.tsx')).ReviewsPage,
)
const review = chunk(async () => (await import('#web/features/documents/reviews/review-page.tsx')).ReviewPage)
const privacy = chunk(async () => (await import('#web/features/settings/pages/privacy.tsx')).PrivacyPage)
const terms = chunk(async () => (await import('#web/features/settings/pages/terms.tsx')).TermsPage)
const complaints = chunk(
  async () => (await import('#web/features/settings/pages/complaints.tsx')).ComplaintsPage,
)
const access = chunk(
  async () => (await import('#web/features/settings/pages/accessibility.tsx')).AccessibilityPage,
)

/** Every page of the portal: its path, who it is for, and what is drawn around it. */
const PageRoutes = () => (
  <Routes>
    <Route element={<SessionKnown />}>
      <Route path={pages.auth} element={<SignIn />} />
    </Route>
    <Route element={<Beside />}>
      <Route path={pages.resetPassword} element={<reset.Part />} />
      <Route path={pages.confirmEmail} element={<confirmEmail.Part />} />
      <Route path={pages.invitation} element={<invitation.Part />} />
    </Route>
    <Route element={<Plain />}>
      <Route path={pages.verify} element={<verify.Part />} />
      <Route path={pages.privacy} element={<privacy.Part />} />
      <Route path={pages.terms} element={<terms.Part />} />
      <Route path={pages.complaints} element={<complaints.Part />} />
      <Route path={pages.accessibility} element={<access.Part />} />
    </Route>
    <Route element={<DemoOnly otherwise={<NotFoundPage />} />}>
      <Route element={<Plain />}>
        <Route path={pages.authTest} element={<authTest.Part />} />
      </Route>
    </Route>
    <Route path={capturePage} element={<Capture />} />
    <Route element={<Protected />}>
      <Route element={<frame.Part />}>
        <Route path={pages.settings} element={<settings.Part />} />
        <Route element={<clients.Part />}>
          <Route path={pages.dashboard} element={<dashboard.Part />} />
          <Route path={pages.documents} element={<documents.Part />} />
          <Route path={pages.payments} element={<payments.Part />} />
          <Route path={pages.cases} element={<cases.Part />} />
          <Route path={pages.messages} element={<messages.Part />} />
          <Route path={pages.appointments} element={<appointments.Part />} />
          <Route path={pages.signatures} element={<signatures.Part />} />
          <Route path={pages.assistant} element={<assistant.Part />} />
          <Route path={pages.verification} element={<identity.Part />} />
          <Route path={pages.identityUpload} element={<identityUpload.Part />} />
          <Route path={pages.welcome} element={<Welcome />} />
          <Route path={pages.onboarding} element={<onboarding.Part />} />
          <Route element={<DemoOnly otherwise={<NotFoundPage />} />}>
            <Route path={pages.demoInbox} element={<inbox.Part />} />
          </Route>
        </Route>
      </Route>
      <Route element={<TriersOnly otherwise={<NotFoundPage />} />}>
        <Route element={<frame.Part />}>
          <Route path={pages.documentSandbox} element={<documentSandbox.Part />} />
        </Route>
      </Route>
      <Route element={<FirmOnly otherwise={<NotFoundPage />} />}>
        <Route element={<frame.Part />}>
          <Route path={pages.firm} element={<firm.Part />} />
          <Route path={pages.firmCases} element={<firmCases.Part />} />
          <Route path={pages.reviews} element={<reviewList.Part />} />
          <Route path={reviewPage} element={<review.Part />} />
          <Route path={pages.checks} element={<checks.Part />} />
          <Route path={pages.refunds} element={<refunds.Part />} />
          <Route path={clientPage} element={<client.Part />} />
          <Route path={pages.firmMessages} element={<messages.Part />} />
          <Route path={pages.firmAppointments} element={<firmAppointments.Part />} />
          <Route path={pages.firmSignatures} element={<firmSignatures.Part />} />
          <Route path={pages.firmKnowledge} element={<knowledge.Part />} />
          <Route path={pages.firmRequests} element={<firmRequests.Part />} />
          <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
            <Route path={pages.people} element={<people.Part />} />
            <Route path={pages.firmSettings} element={<firmSettings.Part />} />
          </Route>
        </Route>
      </Route>
      <Route element={<AdministratorsOnly otherwise={<NotFoundPage />} />}>
        <Route element={<frame.Part />}>
          <Route path={pages.firmMails} element={<firmMails.Part />} />
        </Route>
      </Route>
    </Route>
    <Route path={pages.setup} element={<Setup />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
)

export const Pages = () => (
  <Preload value={preload}>
    <FirmFacts>
      <Boundary fallback={() => <FaultPage />}>
        <SessionStart>
          <UnthrottledSuspense standIn={<Loading />}>
            <SetupFirst>
              <PageRoutes />
            </SetupFirst>
          </UnthrottledSuspense>
        </SessionStart>
      </Boundary>
    </FirmFacts>
  </Preload>
)

/** An empty portal has one page: where it is set up. */
const SetupFirst = ({ children }: { children: ReactNode }) => {
  const isElsewhere = useLocation().pathname !== pages.setup
  return useKnownFirm().firm?.needsSetup && isElsewhere ? <Navigate to={pages.setup} replace /> : children
}

/** Once done it is no page any more, but for whoever is just doing it. */
const Setup = () => {
  const { firm } = useKnownFirm()
  const [isOpen] = useState(firm?.needsSetup ?? false)
  return isOpen ? <setup.Part /> : <NotFoundPage />
}

const SignIn = () => {
  const { firm } = useKnownFirm()
  useEffect(() => {
    // Whoever signs in needs these next; they come while the form is filled in.
    const timer = setTimeout(() => [pages.welcome, pages.dashboard].map((path) => preload(path)), 3_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <authFrame.Part>
      <auth.Part isSecure={firm?.isSecure ?? false} />
    </authFrame.Part>
  )
}

/** What a mail leads to: in the frame of the sign-in, whoever is signed in. */
const Beside = () => (
  <authFrame.Part>
    <UnthrottledSuspense standIn={<Loading />}>
      <Outlet />
    </UnthrottledSuspense>
  </authFrame.Part>
)

const Welcome = () => <welcome.Part isSecure={useKnownFirm().firm?.isSecure ?? false} />

/** Open to whoever has its address, on any device: the token in it is the key. */
const Capture = () => {
  const isSecure = useKnownFirm().firm?.isSecure ?? false
  return <capture.Part isSecure={isSecure} />
}

const Plain = () => (
  <PlainFrame>
    <UnthrottledSuspense standIn={<Loading />}>
      <Outlet />
    </UnthrottledSuspense>
  </PlainFrame>
)

const partsOf: Record<string, { preload: () => Promise<unknown> }[]> = {
  [pages.auth]: [authFrame, auth],
  [pages.dashboard]: [frame, clients, dashboard],
  [pages.documents]: [frame, clients, documents],
  [pages.payments]: [frame, clients, payments],
  [pages.messages]: [frame, clients, messages],
  [pages.firmMessages]: [frame, messages],
  [pages.appointments]: [frame, clients, appointments],
  [pages.signatures]: [frame, clients, signatures],
  [pages.assistant]: [frame, clients, assistant],
  [pages.firmKnowledge]: [frame, knowledge],
  [pages.settings]: [frame, settings],
  [pages.welcome]: [frame, clients, welcome],
  [pages.onboarding]: [frame, clients, onboarding],
  [pages.verification]: [frame, clients, identity],
  [pages.identityUpload]: [frame, clients, identityUpload],
  [pages.documentSandbox]: [frame, documentSandbox],
  [pages.cases]: [frame, clients, cases],
  [pages.firmCases]: [frame, firmCases],
  [pages.firmMails]: [frame, firmMails],
  [pages.demoInbox]: [frame, clients, inbox],
  [pages.firmRequests]: [frame, firmRequests],
  [pages.firm]: [frame, firm, client],
  [pages.reviews]: [frame, reviewList, review],
  [pages.checks]: [frame, checks],
  [pages.refunds]: [frame, refunds],
  [pages.firmAppointments]: [frame, firmAppointments],
  [pages.firmSignatures]: [frame, firmSignatures],
  [pages.people]: [frame, people],
  [pages.firmSettings]: [frame, firmSettings],
}

/** Whether a page is made of parts of its own, all for people who are signed in but those of the sign-in. */
export const isPageOfParts = (path: string) => path in partsOf

/** Fetches what a page is made of. Should that fail, the page says so when it is opened. */
export const preload = async (path: string) => {
  await Promise.all((partsOf[path] ?? []).map((part) => part.preload().catch(() => {})))
}
