import type { Signal } from '#contract/conversation.ts'
import { biometricVersion } from '#contract/identity.ts'
import type { Consent } from '#contract/onboarding.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Conversation } from './store.ts'
import * as store from './store.ts'
import type { View } from './view.ts'

/** Change with every change of what is asked below. */
const versions: Record<Consent['kind'], string> = {
  processing: '2026-11-22',
  face_comparison: biometricVersion,
}

/** What is processed, why, how long it is kept, and who checks (UK GDPR art. 13; MLR 2017 regs 28 and 40). */
export const consentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `To confirm who you are, ${checker === null ? firm.name : `${firm.name} and its trusted identity partner ${checker}`} will check photos of your identity document and proof of address, what they say, and your bank details${checker === null ? ', on its own secure system' : ''}.`,
    'Why we ask: every law firm is required by law to know its clients and help prevent money laundering (Money Laundering Regulations 2017).',
    'How long we keep it: until 5 years after your matter ends. Then we delete it. We use it for nothing else.',
    'Do you agree?',
  ].join('\n\n')

/** A yes or no of its own: comparing faces is biometric data (UK GDPR art. 9), and no is a road too. */
export const faceConsentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `One more question, and it's fine to say no: may ${checker ?? "the firm's own software"} compare a photo of your face with the photo on your document?`,
    `This is biometric data. The comparison only helps the person at ${firm.name} who decides, and we keep it as long as your documents.`,
    "If you say no, you won't need to take a selfie here, and someone at the firm will check in another way. If you say yes, you can change your mind at any time on the “Identity verification” page.",
  ].join('\n\n')

const answers: Partial<Record<Signal, Pick<Consent, 'kind' | 'isGiven'>>> = {
  agree: { kind: 'processing', isGiven: true },
  decline: { kind: 'processing', isGiven: false },
  accept_comparison: { kind: 'face_comparison', isGiven: true },
  refuse_comparison: { kind: 'face_comparison', isGiven: false },
}

/** Records what was agreed to or refused, with the version of the text and the time. */
export async function recordConsent(ctx: Ctx, { clientId }: Conversation, signal: Signal) {
  const answer = answers[signal]
  if (answer === undefined) return
  const { kind, isGiven } = answer
  const textVersion = versions[kind]
  await store.insertConsent(ctx.db, { id: newId(), clientId, kind, isGiven, textVersion, at: ctx.now })
  await audit(ctx, 'consent.answered', { details: { kind, given: isGiven ? 'yes' : 'no', textVersion } })
  if (kind === 'face_comparison')
    await ctx.publish('faceComparisonAnswered', { clientId, isGiven, textVersion })
}
