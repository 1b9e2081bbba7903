import { LogOut, UserRound } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Wordmark } from '#web/ui/data/logo.tsx'
import { SiteName } from '#web/ui/layout/page.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/overlays/menu.tsx'
import { useLogOut } from './log-out.tsx'
import { NavEntries, NavEntry } from './nav-entry.tsx'
import { helpEntry, settingsEntry } from './navigation.ts'
import { Portal } from './portal-context.ts'

/** The navigation from the medium breakpoint up: 64 units wide. */
export const Sidebar = () => {
  const { role } = useUser()
  const mayDo = useMay()
  const { frame } = use(Portal)
  return (
    <aside
      data-print="hide"
      className="sticky top-0 flex h-dvh w-64 flex-col gap-1 border-r border-line bg-sunken px-3.5 py-5 max-md:hidden"
    >
      <Link to={pages.dashboard} className="mb-5 rounded-md px-2">
        <Wordmark name={use(SiteName)} line="Law Firm Portal" />
      </Link>
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
        {/* The focus ring needs room inside the scrolling area. */}
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto px-1 py-0.5">
          {mayDo('clients.read') && frame.SearchEntry && <frame.SearchEntry.Part className={buttonClass} />}
          <NavEntries />
        </div>
        <div className="grid gap-1 pt-3">
          {frame.BellEntry && <frame.BellEntry.Part className={buttonClass} />}
          {role !== 'client' && <NavEntry entry={helpEntry} variant="side" />}
          <NavEntry entry={settingsEntry} variant="side" />
        </div>
      </nav>
      <div className="mt-2 border-t border-line pt-3">
        <AccountMenu />
      </div>
    </aside>
  )
}

const buttonClass =
  'flex min-h-10 w-full items-center gap-2.75 rounded-md px-2.75 text-[0.9375rem] font-medium text-ink-soft ' +
  'transition-colors duration-150 hover:bg-line/40 hover:text-ink touch:min-h-11'

const AccountMenu = () => {
  const { id, firstName, lastName, email } = useUser()
  const { logOut, question } = useLogOut({ id })
  const name = fullName({ firstName, lastName })
  const trigger = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-line/40"
    >
      <Avatar name={name} />
      <span className="grid min-w-0">
        <span title={name} className="max-w-[156px] truncate text-sm font-semibold">
          {name}
        </span>
        <span title={email} className="max-w-[156px] truncate text-sm text-ink-soft">
          {email}
        </span>
      </span>
    </button>
  )
  return (
    <>
      <Menu title="My Account" side="top" align="start" trigger={trigger}>
        <MenuLink to={pages.settings} icon={<UserRound />}>
          Profile
        </MenuLink>
        <MenuItem icon={<LogOut />} onSelect={logOut}>
          Log out
        </MenuItem>
      </Menu>
      {question}
    </>
  )
}
