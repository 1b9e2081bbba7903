import { termsVersion } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { useFirm } from '#web/platform/firm.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Clause, FirmAddress, LegalPage, Points } from '../parts/legal-page.tsx'

export const TermsPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Terms"
      version={termsVersion}
      lead={`How ${firm.name} and you use this portal. You accept these terms when you open your account.`}
    >
      <Clause title="1. What the portal is">
        <p>
          The portal is where you give us the documents, answers and payments your matter needs, and where you
          can follow its progress. It is run by {firm.name} (“we”).
        </p>
        <p>
          Opening an account does not by itself make us your lawyers. What we'll do for you, what it costs and
          how we work are set out in the client care letter we agree with you. If it differs from these terms,
          the letter prevails.
        </p>
      </Clause>
      <ClientDuties />
      <FirmDuties />
      <Clause title="9. Changes, and governing law">
        <p>
          If we change these terms, the new version will appear here with its date. We keep a record of which
          version you accepted, and when. The law of England and Wales applies. If you live in another part of
          the United Kingdom, you keep the protection of its law and can use its courts.
        </p>
        <FirmAddress firm={firm} />
      </Clause>
    </LegalPage>
  )
}

/** Clauses 2 to 5: what a client has to know when using the portal. */
const ClientDuties = () => (
  <>
    <Clause title="2. Your account">
      <Points
        points={[
          "It is yours alone. Keep your password to yourself, and choose one you don't use anywhere else.",
          'What you tell us must be true and complete, as far as you know. Tell us if it changes.',
          "Tell us straight away if you think someone else has used your account. Under Account Settings, you can see where you're signed in, and sign out elsewhere.",
          'You must be at least 18, or have someone with parental responsibility use the portal for you.',
        ]}
      />
    </Clause>
    <Clause title="3. What you upload">
      <Points
        points={[
          'It remains yours. You allow us to keep and use it to act for you and to meet our legal duties.',
          "Only upload what you're allowed to share with us, and nothing that would harm the portal.",
          "Software reads your documents and tells you what it found. It doesn't give legal advice, and its result isn't final: if anything is in doubt, one of us will decide.",
        ]}
      />
    </Clause>
    <Clause title="4. Payments">
      <Points
        points={[
          "You'll see the amount and what it's for before you pay, and have a receipt afterwards.",
          "We'll never change our bank details by email. If a message says they've changed, don't pay: call us on the number below.",
          "Whether a payment can be refunded depends on what it was for: see your client care letter. These terms don't affect your legal rights.",
        ]}
      />
    </Clause>
    <Clause title="5. What is urgent">
      <p>Don't rely on the portal if a deadline is near. Call us so you know we've received it.</p>
    </Clause>
  </>
)

/** Clauses 6 to 8: what the firm owes. */
const FirmDuties = () => (
  <>
    <Clause title="6. Availability">
      <p>
        We'll keep the portal open as far as we reasonably can, and close it at times for maintenance.
        Anything you can do here you can also do by post, by phone or in person. We may close an account that
        puts others at risk or is used dishonestly; we'll tell you why, unless the law forbids it.
      </p>
    </Clause>
    <Clause title="7. Our liability">
      <p>
        Nothing in these terms limits our liability for our legal work, for our negligence, for fraud, or for
        anything else where the law doesn't allow it to be limited. Nothing takes away your rights as a
        consumer.
      </p>
    </Clause>
    <Clause title="8. Your data, and complaints">
      <p>
        Our <TextLink to={pages.privacy}>Privacy notice</TextLink> explains what we do with your data.{' '}
        <TextLink to={pages.complaints}>Complaints</TextLink> explains what to do if you're not satisfied.
      </p>
    </Clause>
  </>
)
