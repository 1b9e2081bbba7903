import { termsVersion } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import { useFirm } from '#web/platform/firm.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import {
  Clause,
  FirmAddress,
  InformationCommissioner,
  LegalOmbudsman,
  LegalPage,
  Points,
  Regulator,
} from '../parts/legal-page.tsx'

export const ComplaintsPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Complaints"
      version={termsVersion}
      lead="If something has gone wrong with our work, our bill or this portal, please tell us. It's free, and it won't affect how we look after your case."
    >
      <Clause title="1. Tell us">
        <p>
          Call, write or email us. Say what happened and what you'd like us to do. Let us know if you need
          help making your complaint, or need our answer in another format.
        </p>
        <FirmAddress firm={firm} email={firm.complaintsTo || firm.email} />
        <p>
          If you're a client with an account,{' '}
          <TextLink to={`${pages.settings}?tab=data-protection`}>make your complaint in the portal</TextLink>:
          you'll get a reference straight away, and our answer will appear beside it.
        </p>
      </Clause>
      <Clause title="2. What we do with it">
        <Points
          points={[
            "We'll contact you about your complaint.",
            "Where we can, someone who wasn't responsible for the work will look into it.",
            "Within eight weeks, you'll have our answer, with our reasons and any offer to put things right.",
          ]}
        />
      </Clause>
      <OutsideBodies />
      <Clause title="6. Your personal data">
        <p>
          If you have a complaint about how we use your data, tell us first, at the address above: we'll
          acknowledge it within 30 days and answer without undue delay. You can go to the Information
          Commissioner at any time.
        </p>
        <InformationCommissioner />
      </Clause>
    </LegalPage>
  )
}

/** Clauses 3 to 5: who decides if the firm and the client do not agree. */
const OutsideBodies = () => (
  <>
    <Clause title="3. If you're not satisfied: the Legal Ombudsman">
      <p>
        The Legal Ombudsman independently investigates complaints about the service lawyers give. It's free.
        You can go to the Ombudsman if eight weeks have passed without our final answer, or if you don't agree
        with it. You must do so:
      </p>
      <Points
        points={[
          'within six months of our final answer; and',
          "within one year of the act or omission you're complaining about, or within one year of when you should reasonably have known there was cause for complaint.",
        ]}
      />
      <p>It helps individuals, small businesses, charities, clubs, trustees and personal representatives.</p>
      <LegalOmbudsman />
    </Clause>
    <Clause title="4. Our conduct: the Solicitors Regulation Authority">
      <p>
        Go to the SRA if you're worried about someone's behaviour: for example dishonesty, taking or losing
        your money, or treating you unfairly because of your age, a disability or another characteristic.
      </p>
      <Regulator />
    </Clause>
    <Clause title="5. Our bill">
      <p>
        You may also have a right to object to a bill by asking the court to assess it under Part III of the
        Solicitors Act 1974. The Legal Ombudsman may not deal with a complaint about a bill while the court is
        assessing it.
      </p>
    </Clause>
  </>
)
