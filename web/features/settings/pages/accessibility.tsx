import { termsVersion } from '#contract/accounts/accounts.ts'
import { useFirm } from '#web/platform/firm.ts'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Clause, FirmAddress, LegalPage, Points, Telephone } from '../parts/legal-page.tsx'

export const AccessibilityPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Accessibility"
      version={termsVersion}
      lead="Everyone should be able to use this portal. If it doesn't work for you, we'll help you in person."
    >
      <Clause title="What you can expect">
        <Points
          points={[
            'You can do everything with the keyboard alone, and always see where you are.',
            'Screen readers announce the names of fields, any errors, and what has changed.',
            'You can zoom to 400%, or use a screen 320 pixels wide, without scrolling sideways.',
            'Colours have enough contrast in both the light and dark themes, and nothing relies on colour alone.',
            'Animation stops if your device is set to reduce motion.',
            'Your answers are saved as you go, and we warn you before signing you out for inactivity.',
          ]}
        />
        <p>
          We aim to meet the Web Content Accessibility Guidelines 2.2 at level AA. Automated tests check the
          pages of this portal against them; they find many problems, but not all.
        </p>
      </Clause>
      <Clause title="What may be difficult">
        <Points
          points={[
            'Uploaded documents are shown as they are. A scanned page has no text for a screen reader.',
            'You may need help to photograph a document or your face. You can bring or post your documents to us instead.',
          ]}
        />
      </Clause>
      <Clause title="Another way">
        <p>
          Tell us what you need: documents in large print, in Braille or read to you, a phone call instead of
          a form, a meeting somewhere you can get to, or a sign language interpreter. It won't cost you
          anything.
        </p>
        <FirmAddress firm={firm} />
      </Clause>
      <Clause title="If we don't put it right">
        <p>
          The Equality Advisory and Support Service advises on discrimination and the Equality Act 2010:{' '}
          <Telephone number="0808 800 0082" />,{' '}
          <OutsideLink href="https://www.equalityadvisoryservice.com">
            equalityadvisoryservice.com
          </OutsideLink>
          .
        </p>
      </Clause>
    </LegalPage>
  )
}
