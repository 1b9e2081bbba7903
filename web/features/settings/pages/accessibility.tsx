import { termsVersion } from '#contract/accounts.ts'
import { OutsideLink } from '#web/ui/link.tsx'
import { useFirm } from '../hooks.ts'
import { FirmAddress, Telephone } from '../parts/addresses.tsx'
import { Clause, LegalPage, Points } from '../parts/legal-page.tsx'

export const AccessibilityPage = () => {
  const firm = useFirm()
  return (
    <LegalPage
      title="Accessibility"
      version={termsVersion}
      lead="Everybody should be able to use this portal. Where it does not work for you, a person does it with you."
    >
      <Clause title="What you can expect">
        <Points
          points={[
            'Everything can be done with the keyboard alone, and it is always visible where you are.',
            'Screen readers are told the names of fields, what is wrong with them, and what has changed.',
            'The page can be enlarged to 400% and used on a screen that is 320 pixels wide, without scrolling sideways.',
            'Colours have enough contrast in the light and the dark theme, and nothing is told by colour alone.',
            'Motion stops where your device asks for less of it.',
            'What you have typed into the questionnaires is saved as you go, and you are warned before you are signed out for a long pause.',
          ]}
        />
        <p>
          We aim at the Web Content Accessibility Guidelines 2.2, level AA, and test every page against them
          by machine and by hand.
        </p>
      </Clause>
      <Clause title="What may be difficult">
        <Points
          points={[
            'Documents that you or others upload are shown as they are. A scanned page has no text for a screen reader.',
            'Photographing a document or your face needs sight or help. You can bring or post the documents to us instead.',
          ]}
        />
      </Clause>
      <Clause title="Another way">
        <p>
          Tell us what you need: papers in large print, in Braille or read to you, a telephone call instead of
          a form, a meeting in a place that you can reach, or a person who signs. We do it at no cost to you.
        </p>
        <FirmAddress firm={firm} />
      </Clause>
      <Clause title="If we do not put it right">
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
