import { clientPath, firmMatterPath, pages, pathTo, reviewPath } from '#contract/kit/pages.ts'
import { clientsOpenTo } from '#server/features/accounts/service.ts'
import { documentsOpenTo } from '#server/features/documents/service.ts'
import { mattersOpenTo } from '#server/features/matters/service.ts'
import { type Ctx, type Member, withRolesFor } from '#server/platform/ctx.ts'
import type { GuardedLinks } from '#server/platform/db/guarded-links.ts'

/**
 * Returns where notifications lead that a person of the firm may no longer open, with what is open to them now: a role,
 * a client or a case may have been taken from them since they were told.
 */
export function linksOpenTo({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>): GuardedLinks[] {
  const clients = clientsOpenTo(db, withRolesFor(actor, 'clients.read'))
  const matters = mattersOpenTo(db, withRolesFor(actor, 'matters.read'))
  return [
    { before: clientPath(''), isOpen: clients },
    {
      before: pathTo(pages.firmMessages, 'with', ''),
      isOpen: clientsOpenTo(db, withRolesFor(actor, 'messages.read')),
    },
    { before: firmMatterPath(''), isOpen: matters },
    { before: pathTo(pages.firmMatters, 'case', ''), isOpen: matters },
    { before: reviewPath(''), isOpen: documentsOpenTo(db, withRolesFor(actor, 'documents.read')) },
  ]
}
