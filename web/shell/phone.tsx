import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { use, useState } from 'react'
import { Link } from 'react-router'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Logo } from '#web/ui/data/logo.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { useLogOut } from './log-out.tsx'
import { NavEntries, NavEntry } from './nav-entry.tsx'
import { helpEntry, settingsEntry, useTabs } from './navigation.ts'
import { Portal } from './portal-context.ts'

/** The header on a phone: the menu, the portal's name, and the bell. */
export const PhoneHeader = () => {
  const { role } = useUser()
  const mayDo = useMay()
  const { Bell, Search } = use(Portal).frame
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-surface px-2.5 py-2 md:hidden"
    >
      <PhoneMenu />
      <Link to={pages.dashboard} className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-md">
        <Logo size={30} />
        <span className="serif truncate text-[min(1.1875rem,5vw)]">
          {role === 'client' ? 'Client Portal' : 'Law Firm Portal'}
        </span>
      </Link>
      {mayDo('clients.read') && Search && <Search.Part />}
      {Bell && <Bell.Part />}
    </header>
  )
}

const PhoneMenu = () => {
  const [isOpen, setOpen] = useState(false)
  const { id, role, firstName, lastName, email } = useUser()
  const { logOut, question } = useLogOut({ id })
  const name = fullName({ firstName, lastName })
  const close = () => setOpen(false)
  return (
    <Sheet
      title="Menu"
      hideTitle
      isPrinted={false}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label="Open menu" icon={<MenuIcon />} />}
    >
      <div className="mb-5 flex items-center gap-3">
        <Avatar name={name} />
        <div className="grid min-w-0">
          <span className="truncate font-semibold">{name}</span>
          <span className="truncate text-sm text-ink-soft">{email}</span>
        </div>
      </div>
      <nav aria-label="Menu" className="grid gap-1">
        <NavEntries onFollow={close} />
        <div className="mt-3 grid gap-1 border-t border-line pt-3">
          {role !== 'client' && <NavEntry entry={helpEntry} variant="side" onFollow={close} />}
          <NavEntry entry={settingsEntry} variant="side" onFollow={close} />
        </div>
      </nav>
      <button type="button" onClick={logOut} className={logoutClass}>
        <LogOut />
        Log out
      </button>
      {question}
    </Sheet>
  )
}

const logoutClass =
  'mt-1 flex min-h-11 w-full items-center gap-2.75 rounded-md px-2.75 text-[0.9375rem] font-medium text-ink-soft hover:bg-sunken hover:text-ink'

/** The tabs at the foot of a phone. */
export const BottomBar = () => {
  const tabs = useTabs()
  return (
    <nav
      aria-label="Tabs"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {tabs.map((entry) => (
        <NavEntry key={entry.path} entry={entry} variant="tab" />
      ))}
    </nav>
  )
}
