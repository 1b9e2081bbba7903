import { privacyVersion } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#web/ui/link.tsx'
import { useFirm } from '../hooks.ts'
import { FirmAddress, InformationCommissioner } from '../parts/addresses.tsx'
import { Clause, LegalPage, Points } from '../parts/legal-page.tsx'
import { Purposes } from '../parts/purposes.tsx'

export const PrivacyPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Privacy notice"
      version={privacyVersion}
      lead={`What ${firm.name} does with your personal data when you use this portal, and what you can ask of us.`}
    >
      <Clause title="1. Who is responsible">
        <p>{firm.name} is the controller of your data under the UK GDPR and the Data Protection Act 2018.</p>
        <FirmAddress firm={firm} />
      </Clause>
      <Clause title="2. What we hold">
        <Points
          points={[
            'Your account: name, username, e-mail, telephone and address. Your password is stored so that nobody can read it.',
            'What you upload: identity documents, proof of address and of funds, photographs, and what was read from them.',
            'Your answers in forms, your bank details where a task asks for them, and what we write to each other.',
            'Payments: what for, how much and when. We never hold your full card number; the payment processor does.',
            'For security: when and from which network address and browser you signed in, and what was changed.',
          ]}
        />
        <p>
          We have it from you. Where the law asks us to check what you tell us, we may compare it with public
          registers or with an identity partner, whose name you are told before anything is sent there.
        </p>
      </Clause>
      <Clause title="3. What for, and by what right">
        <Purposes />
        <p>
          Without the data that the law requires of us we cannot act for you. We do not sell data, and we do
          not use yours for advertising.
        </p>
      </Clause>
      <Clause title="4. How your documents are read">
        <p>
          Software on the firm’s own computer reads what you upload: what kind of document it is, names,
          addresses and dates, and signs that a file was altered. It may accept what is plainly in order. It
          never refuses you: what is in any doubt goes to a person of the firm, and only a person rejects. You
          can ask at any time that a person looks at a result, tell us your view, and have it decided anew.
        </p>
        <p>
          Where a photograph of your face is compared with your document, we ask for your explicit consent
          first. You can say no and prove who you are in another way.
        </p>
      </Clause>
      <Clause title="5. Who else sees it">
        <p>
          The people of the firm who work on your matter. Beyond them only: those we deal with on your
          instructions, such as the other side, a lender or the Land Registry; the payment processor;
          suppliers who look after our systems under a contract that binds them to us; and courts, regulators
          and authorities where the law requires it. In rare cases the law forbids us to tell you of that.
        </p>
        <p>
          Your data is kept in the United Kingdom. Should a supplier need to handle it elsewhere, it is under
          the safeguards of the UK GDPR: an adequacy decision or the international data transfer agreement.
        </p>
      </Clause>
      <Clause title="6. How long">
        <Points
          points={[
            'Identity, address and funds checks: five years after our work for you has ended, then deleted (regulation 40, Money Laundering Regulations 2017).',
            'Your matter’s file: as your client care letter says, usually at least six years, because claims can be made that long (Limitation Act 1980).',
            'Records of money: at least six years (SRA Accounts Rules).',
            'An account from which no matter came: until you ask us to close it, at most one year after it was last used.',
          ]}
        />
      </Clause>
      <Clause title="7. What you can ask of us">
        <p>
          To see your data and have a copy; to have it corrected, deleted or set aside; to object to a use of
          it; to take it with you; and to withdraw a consent, which does not undo what was done before. Some
          of these have limits, for example while the law obliges us to keep something: then we tell you so.
          We answer within one month, and it costs nothing.
        </p>
      </Clause>
      <Clause title="8. Cookies and your browser’s memory">
        <p>
          The portal sets two cookies: one that keeps you signed in, and one that recognises your own browser
          so that strangers who guess at your password do not lock you out. Your browser also remembers light
          or dark, and whether you are signed in. All of it is strictly necessary or asked for by you; nothing
          measures or follows you, so there is no banner to accept.
        </p>
      </Clause>
      <Clause title="9. If you are not content">
        <p>
          Tell us first, as <TextLink to={pages.complaints}>Complaints</TextLink> says. You can also turn to
          the Information Commissioner at any time.
        </p>
        <InformationCommissioner />
      </Clause>
    </LegalPage>
  )
}
