import { termsVersion } from '#contract/accounts.ts'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#web/ui/link.tsx'
import { useFirm } from '../hooks.ts'
import { FirmAddress, InformationCommissioner, LegalOmbudsman, Regulator } from '../parts/addresses.tsx'
import { Clause, LegalPage, Points } from '../parts/legal-page.tsx'

export const ComplaintsPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Complaints"
      version={termsVersion}
      lead="If something has gone wrong, with our work, our bill or this portal, please tell us. It costs nothing, and it changes nothing about how we look after your matter."
    >
      <Clause title="1. Tell us">
        <p>
          Telephone, write or send an e-mail. Say what happened, and what you would like us to do. Tell us too
          if you need help in making your complaint, or need our answer in another form.
        </p>
        <FirmAddress firm={firm} email={firm.complaintsTo || firm.email} />
        <p>
          If you are a client with an account,{' '}
          <TextLink to={`${pages.settings}?tab=data-protection`}>make your complaint in the portal</TextLink>:
          it has a reference at once, and our answer stands beside it.
        </p>
      </Clause>
      <Clause title="2. What we do with it">
        <Points
          points={[
            'We confirm within five working days that we have your complaint, and tell you who deals with it.',
            'Somebody who was not responsible for the work looks into it.',
            'You have our answer, with our reasons and any offer to put things right, within eight weeks.',
          ]}
        />
      </Clause>
      <Clause title="3. If you are not content: the Legal Ombudsman">
        <p>
          The Legal Ombudsman looks independently into complaints about the service of lawyers. It is free.
          You can go there when eight weeks have passed without our final answer, or when you do not agree
          with it. You must do so:
        </p>
        <Points
          points={[
            'within six months of our final answer; and',
            'within one year of the act or omission that you complain about, or within one year of when you should reasonably have known that there was cause for complaint.',
          ]}
        />
        <p>
          It helps individuals, small businesses, charities, clubs, trustees and personal representatives.
        </p>
        <LegalOmbudsman />
      </Clause>
      <Clause title="4. Our conduct: the Solicitors Regulation Authority">
        <p>
          Go to the SRA if you are worried about how somebody behaved: for example dishonesty, taking or
          losing your money, or treating you unfairly because of your age, a disability or another
          characteristic.
        </p>
        <Regulator />
      </Clause>
      <Clause title="5. Our bill">
        <p>
          You may also have a right to object to a bill by asking the court to assess it under Part III of the
          Solicitors Act 1974. The Legal Ombudsman may not deal with a complaint about a bill that the court
          is assessing.
        </p>
      </Clause>
      <Clause title="6. Your personal data">
        <p>
          A complaint about how we use your data goes to us first, at the address above: we confirm it within
          30 days and answer without undue delay. You may turn to the Information Commissioner at any time.
        </p>
        <InformationCommissioner />
      </Clause>
    </LegalPage>
  )
}
