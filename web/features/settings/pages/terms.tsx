import { termsVersion } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#web/ui/link.tsx'
import { useFirm } from '../hooks.ts'
import { FirmAddress } from '../parts/addresses.tsx'
import { Clause, LegalPage, Points } from '../parts/legal-page.tsx'

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
          The portal is where you give us the documents, answers and payments that your matter needs, and
          where you see how far it has come. It is run by {firm.name} (“we”).
        </p>
        <p>
          Opening an account does not yet make us your lawyers. What we do for you, what it costs and how we
          work is in the client care letter that we agree with you; where it differs from these terms, the
          letter counts.
        </p>
      </Clause>
      <Clause title="2. Your account">
        <Points
          points={[
            'It is yours alone. Keep your password to yourself, and choose one that you use nowhere else.',
            'What you tell us must be true and complete, as far as you know. Tell us when it changes.',
            'Tell us at once if you think that somebody else has used your account. Under Account Settings you see where you are signed in, and can end it.',
            'You must be at least 18, or have somebody with parental responsibility use the portal for you.',
          ]}
        />
      </Clause>
      <Clause title="3. What you upload">
        <Points
          points={[
            'It stays yours. You let us keep and use it to act for you and to meet the duties that the law places on us.',
            'Upload only what you may share with us, and nothing that would harm the portal.',
            'Software reads your documents and tells you what it found. It gives no legal advice, and its result is not final: where anything is in doubt a person of the firm decides.',
          ]}
        />
      </Clause>
      <Clause title="4. Payments">
        <Points
          points={[
            'You see the amount and what it is for before you pay, and have a receipt afterwards.',
            'Our bank details never change by e-mail. If a message says that they have, do not pay: telephone us on the number below.',
            'Whether a payment can be refunded depends on what it was for; your client care letter says so, and the law gives you rights that these terms do not touch.',
          ]}
        />
      </Clause>
      <Clause title="5. What is urgent">
        <p>
          Do not rely on the portal where a deadline is near. Telephone us, so that you know that somebody has
          heard you.
        </p>
      </Clause>
      <Clause title="6. Availability">
        <p>
          We keep the portal open as well as we reasonably can, and close it at times for maintenance.
          Whatever can be done here can also be done with us by post, by telephone or in person. We may close
          an account that endangers others, or that is used dishonestly; we tell you why unless the law
          forbids it.
        </p>
      </Clause>
      <Clause title="7. Responsibility">
        <p>
          Nothing here limits our responsibility for our legal work, for our negligence, for fraud, or for
          anything else for which the law does not allow it to be limited, and nothing takes away your rights
          as a consumer.
        </p>
      </Clause>
      <Clause title="8. Your data, and complaints">
        <p>
          Our <TextLink to={pages.privacy}>Privacy notice</TextLink> tells you what we do with your data.{' '}
          <TextLink to={pages.complaints}>Complaints</TextLink> tells you what to do when you are not content.
        </p>
      </Clause>
      <Clause title="9. Changes, and the law">
        <p>
          When we change these terms we show you the new ones before they count for you; which version you
          accepted, and when, is kept. The law of England and Wales applies. If you live in another part of
          the United Kingdom you keep the protection of its law, and may go to its courts.
        </p>
        <FirmAddress firm={firm} />
      </Clause>
    </LegalPage>
  )
}
