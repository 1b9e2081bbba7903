import {
  checkPath,
  clientPath,
  complianceItemPath,
  firmMatterPath,
  pages,
  pathTo,
  reviewPath,
} from '#contract/kit/pages.ts'
import { type Action, may } from '#contract/kit/rights.ts'
import { clientsOpenTo } from '#server/features/accounts/service.ts'
import { appointmentsOpenTo } from '#server/features/appointments/service.ts'
import { documentsOpenTo } from '#server/features/documents/service.ts'
import { checksOpenTo } from '#server/features/identity/service.ts'
import { mattersOpenTo, visibleMatters } from '#server/features/matters/service.ts'
import { paymentsOpenTo } from '#server/features/payments/service.ts'
import { requestsOpenTo } from '#server/features/privacy/service.ts'
import { signaturesOpenTo } from '#server/features/signatures/service.ts'
import { type Ctx, type Member, withRolesFor } from '#server/platform/ctx.ts'
import { type GuardedLinks, noneIsOpen } from '#server/platform/db/guarded-links.ts'

/**
 * Returns where notifications lead that a person of the firm may no longer open, with what is open to them now: a role,
 * a client or a case may have been taken from them since they were told.
 */
export function linksOpenTo({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>): GuardedLinks[] {
  const acting = (action: Action) => withRolesFor(actor, action)
  const clients = clientsOpenTo(db, acting('clients.read'))
  const matters = mattersOpenTo(db, acting('matters.read'))
  const signer = acting('signatures.read')
  return [
    { before: clientPath(''), isOpen: clients },
    {
      before: pathTo(pages.firmMessages, 'with', ''),
      isOpen: clientsOpenTo(db, acting('messages.read')),
    },
    { before: firmMatterPath(''), isOpen: matters },
    { before: pathTo(pages.firmMatters, 'case', ''), isOpen: matters },
    { before: reviewPath(''), isOpen: documentsOpenTo(db, acting('documents.read')) },
    {
      before: pathTo(pages.firmAppointments, 'appointment', ''),
      isOpen: appointmentsOpenTo(db, acting('appointments.run')),
    },
    {
      before: pathTo(pages.firmSignatures, 'document', ''),
      isOpen: signaturesOpenTo(db, signer, visibleMatters(db, signer)),
    },
    { before: pathTo(pages.refunds, 'payment', ''), isOpen: paymentsOpenTo(db, acting('payments.read')) },
    { before: pathTo(pages.firmRequests, 'request', ''), isOpen: requestsOpenTo(db, acting('privacy.read')) },
    { before: checkPath(''), isOpen: checksOpenTo(db, acting('identity.read')) },
    // Whoever decides risk reads every client's file and every case.
    {
      before: complianceItemPath(''),
      isOpen: may(actor.roles, 'risk.decide') ? undefined : noneIsOpen,
    },
  ]
}
