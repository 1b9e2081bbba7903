import { privacyVersion } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { useFirm } from '#web/platform/firm.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Clause, FirmAddress, InformationCommissioner, LegalPage, Points } from '../parts/legal-page.tsx'

export const PrivacyPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Privacy notice"
      version={privacyVersion}
      lead={`What ${firm.name} does with your personal data when you use this portal, and what you can ask us to do.`}
    >
      <Clause title="1. Who is responsible">
        <p>{firm.name} is the controller of your data under the UK GDPR and the Data Protection Act 2018.</p>
        <FirmAddress firm={firm} />
      </Clause>
      <UseOfData />
      <RetentionAndRights />
      <Clause title="9. If you're not satisfied">
        <p>
          Tell us first, as <TextLink to={pages.complaints}>Complaints</TextLink> explains. You can also go to
          the Information Commissioner at any time.
        </p>
        <InformationCommissioner />
      </Clause>
    </LegalPage>
  )
}

/** Clauses 2 to 5: what is held, why, how documents are read, and who else sees it. */
const UseOfData = () => (
  <>
    <Clause title="2. What we hold">
      <Points
        points={[
          'Your account: name, username, email, phone number and address. Your password is stored in a form nobody can read.',
          'What you upload: identity documents, proof of address and funds, photos, and what was read from them.',
          'Your answers in forms, your bank details where a task asks for them, and our messages to each other.',
          'Payments: what for, how much and when. We never hold your full card number; our payment processor does.',
          'For security: when you signed in, from which network address and browser, and what was changed.',
        ]}
      />
      <p>
        Most of this comes from you. Some comes from other people in your case, our own records, or a check we
        ask for. Where the law requires us to check what you tell us, we may compare it with public registers.
        We may send your name and date of birth to an identity partner.
      </p>
    </Clause>
    <Clause title="3. Why we use it, and our lawful basis">
      <Purposes />
      <p>
        Without the data the law requires, we can't act for you. We don't sell data, and we don't use yours
        for advertising.
      </p>
    </Clause>
    <Clause title="4. How your documents are read">
      <p>
        Software on our own system reads what you upload: what kind of document it is, names, addresses and
        dates, and signs that a file was altered. It helps the person who decides. It may accept a document
        that is plainly in order, but it never rejects one: if there is any doubt, one of us will look at it,
        and only a person can reject it. You can ask at any time for a person to look at a result, tell us
        your view, and have it decided again.
      </p>
      <p>
        Before we compare a photo of your face with your document, we'll ask for your explicit consent. You
        can say no and prove who you are in another way.
      </p>
    </Clause>
    <Clause title="5. Who else sees it">
      <p>
        People at our firm who need to. Beyond them, only: those we deal with on your instructions, such as
        the other side, a lender or the Land Registry; our payment processor; an identity partner; a service
        that helps Obi to answer; suppliers who look after our systems under contract; and courts, regulators
        and authorities where the law requires it. In rare cases the law forbids us from telling you about
        that.
      </p>
      <p>
        Obi, the assistant, is a computer program. We may use an outside service, a language model, to write
        its answers. It's then sent the latest messages of your chat with Obi, and what Obi looks up for you.
        Ask us which service we use.
      </p>
      <p>
        We keep your data on systems that we run ourselves, or that a supplier runs for us under contract. If
        a supplier handles it outside the United Kingdom, the safeguards of the UK GDPR will apply: adequacy
        regulations or the International Data Transfer Agreement.
      </p>
    </Clause>
  </>
)

/** Clauses 6 to 8: how long data is kept, the rights of its subject, and cookies. */
const RetentionAndRights = () => (
  <>
    <Clause title="6. How long we keep it">
      <Points
        points={[
          'Identity, address and funds checks: for at least five years after our work for you ends (regulation 40, Money Laundering Regulations 2017).',
          'Your matter’s file: as set out in your client care letter, usually at least six years, because claims can be made for that long (Limitation Act 1980).',
          'Accounting records: at least six years (SRA Accounts Rules).',
          'An account that never led to a matter: until you ask us to close it.',
        ]}
      />
    </Clause>
    <Clause title="7. Your rights">
      <p>
        You can ask to see your data and have a copy; to have it corrected, deleted or restricted; to object
        to how we use it; and to take it with you. You can also withdraw your consent, which doesn't affect
        what was done before. Some of these rights have limits, for example where the law requires us to keep
        something: if so, we'll tell you. We'll answer within one month, free of charge.
      </p>
    </Clause>
    <Clause title="8. Cookies and browser storage">
      <p>
        The portal sets only cookies it needs: to sign you in and keep you signed in, and to recognise your
        browser, so that strangers guessing your password can't lock you out. Your browser also keeps your
        settings, messages, requests for a case, appointments and files you haven't sent yet, and answers to
        forms that couldn't be saved yet. An open tab keeps the details you type to register, and bank
        details, until you send them or sign out. All of this is strictly necessary or something you asked
        for. Nothing measures or tracks you, so there's no banner to accept.
      </p>
    </Clause>
  </>
)

const purposes = [
  {
    purpose: 'To open your account and act for you',
    right: 'Needed for our contract with you, or steps before it: Article 6(1)(b) UK GDPR',
  },
  {
    purpose: 'To know who you are and where your money comes from',
    right: 'Legal obligation, above all the Money Laundering Regulations 2017: Article 6(1)(c)',
  },
  {
    purpose: 'To take payments and keep accounts',
    right: 'Our contract, and our duties as solicitors and taxpayers: Article 6(1)(b) and (c)',
  },
  {
    purpose: 'To keep the portal and your documents secure',
    right: 'Our legitimate interest, and yours, in keeping others out: Article 6(1)(f)',
  },
  {
    purpose: 'To compare your face with your document',
    right: 'Only with your explicit consent: Articles 6(1)(a) and 9(2)(a)',
  },
  {
    purpose: 'To bring or defend legal claims, which may need health or other sensitive data',
    right: 'Article 6(1)(b) or (f), and Article 9(2)(f)',
  },
]

const Purposes = () => (
  <Table
    caption="What we use your data for, and our lawful basis"
    rows={purposes}
    rowKey={({ purpose }) => purpose}
    columns={[
      { header: 'Purpose', cell: ({ purpose }) => <Words>{purpose}</Words> },
      { header: 'Lawful basis', cell: ({ right }) => <Words>{right}</Words> },
    ]}
  />
)

/** When rows are stacked, aligns the beginnings of the sentences. */
const Words = ({ children }: { children: string }) => (
  <span className="stacked:w-[calc(100%-7rem)] stacked:flex-none">{children}</span>
)
