import type { AttachmentType } from '#contract/chat.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { TaskKind } from '#contract/tasks.ts'
import type { Paper } from './facts.ts'
import type { View } from './view.ts'

const kinds: Partial<Record<AttachmentType, TaskKind>> = {
  id: 'proof_of_identity',
  proof_of_address: 'proof_of_address',
  funds_proof: 'proof_of_funds',
  gift_letter: 'proof_of_funds',
}

/** What a conversation has collected for the client's tasks; what failed stays out, and its task open. */
export const collectEvidence = ({
  conversation,
  account,
}: View): Omit<DomainEvents['evidenceCollected'], 'clientId'> => {
  const { papers, bank, idType, hasFailed, ending } = conversation.facts
  const good = papers.filter(({ outcome }) => outcome !== 'failed')
  const isIdentified = !hasFailed && ending !== 'data_rejected' && good.some(isIdentity)
  return {
    papers: good.flatMap(({ documentId, attachmentType }) => {
      const taskKind = kinds[attachmentType]
      return taskKind ? [{ documentId, taskKind }] : []
    }),
    identityDocument: isIdentified ? (idType === 'passport' ? 'passport' : 'driving_license') : null,
    bank: bank && { ...bank, accountName: `${account.firstName} ${account.lastName}` },
  }
}

const isIdentity = ({ attachmentType }: Paper) => attachmentType === 'id'
