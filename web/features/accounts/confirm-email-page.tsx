import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { LinkToken } from '#contract/kit/link-token.ts'
import { pages } from '#contract/kit/pages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { checkSession, sessionFlag } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { incompleteLink } from '#web/ui/feedback/link-fault.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { useTokenOfLink } from './reset-page.tsx'

const words = {
  asked: {
    title: 'Confirm your email address',
    lead: 'Press the button to confirm that our emails reach you.',
  },
  done: { title: 'Thank you', lead: 'Your email address is confirmed.' },
  over: {
    title: 'This link no longer works',
    lead: "It has been used, has expired, or was replaced by a newer one. If you've confirmed your email address already, there's nothing more to do. If not, you can ask for a new link in your account settings, under Profile.",
  },
  incomplete: { title: incompleteLink.title, lead: incompleteLink.text },
}

/**
 * The page behind the link in an email. Confirms only when a button is pressed, because mail scanners open links too.
 */
export const ConfirmEmailPage = () => {
  const cache = useQueryClient()
  const token = useTokenOfLink()
  const [state, setState] = useState<keyof typeof words>(
    LinkToken.safeParse(token).success ? 'asked' : 'incomplete',
  )
  const form = useCommandForm(accounts.confirmEmail, {
    start: { token: token ?? '' },
    done: () => {
      setState('done')
      if (sessionFlag.read()) void checkSession(cache)
    },
    refused: ({ reason }) => {
      if (reason === 'link_over') setState('over')
    },
  })
  const { title, lead } = words[state]
  return (
    <div className="grid gap-6">
      <DocumentTitle>{title}</DocumentTitle>
      <div className="grid gap-2" role="status">
        <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">{title}</PageHeading>
        <p className="text-ink-soft">{lead}</p>
      </div>
      {state === 'asked' ? (
        <form {...form.props} className="grid gap-5">
          <FormFault>{form.fault}</FormFault>
          <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
            Confirm my email address
          </Button>
        </form>
      ) : (
        <div>
          <ButtonLink
            to={state === 'done' ? pages.dashboard : `${pages.settings}?tab=profile`}
            variant="primary"
          >
            {state === 'done' ? 'Open the portal' : 'Open my settings'}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
