import type { ActionType, AttachmentType, Badge, Fact, FormId } from '#contract/chat.ts'
import { findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Conversation } from './store.ts'

/** One thing that is said to the client. Where nothing else is named, a message carries what its stage asks for. */
export interface Said {
  content: string
  options?: readonly string[]
  actionType?: ActionType
  attachmentType?: AttachmentType
  formId?: FormId
  facts?: Fact[]
  badge?: Badge
}

/** What words are made from. */
export interface View {
  conversation: Conversation
  account: {
    firstName: string
    lastName: string
    address: string | null
    city: string | null
    postalCode: string | null
    country: string | null
  }
  /** What the client has said of themselves elsewhere. */
  told: { dateOfBirth: string | null }
  firm: { name: string; telephone: string; hours: string; email: string }
  checker: string | null
}

export const viewOf = async (
  { db, ports }: Pick<Ctx, 'db' | 'ports'>,
  conversation: Conversation,
): Promise<View> => ({
  conversation,
  account: await getAccount(db, conversation.clientId),
  told: await findPersonalDetails(db, conversation.clientId),
  firm: await findFirm(db),
  checker: ports.identity.checker,
})
