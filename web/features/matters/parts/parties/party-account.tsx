import type { Guest } from '#contract/guests.ts'
import type { Party } from '#contract/matters/party.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** The name and address of a party with an account, who alone can change them. */
export const AccountContact = ({ name, email }: Party) => (
  <div className="grid gap-3">
    <DescriptionList
      variant="stacked"
      facts={[
        { name: 'Name', value: name },
        { name: 'Email', value: email },
      ]}
    />
    <p className="text-sm wrap-anywhere text-ink-soft">
      {name} has an account here. Please ask them to change their name or email address in their settings.
    </p>
  </div>
)

interface EndedLinksProps {
  email: string
  /** Null for a guest of other cases only. */
  guest: Guest | null
}

/** Says which links of a guest end with another address. */
export const EndedLinks = ({ email, guest }: EndedLinksProps) => {
  const isElsewhere = guest === null || guest.isElsewhere
  if (guest?.hasLink)
    return (
      <Callout tone="warn" title="Their link will stop working">
        It went to {email}. Please send a new link and code once you’ve saved the new address.
        {isElsewhere &&
          ' They’re a guest on another case too, and their link there stops working as well: whoever looks after that case needs to send a new one.'}
      </Callout>
    )
  if (!isElsewhere) return null
  return (
    <Callout tone="warn" title="Any link of theirs on another case will stop working">
      Links to {email} end with this address. Whoever looks after the other case needs to send a new one.
    </Callout>
  )
}
