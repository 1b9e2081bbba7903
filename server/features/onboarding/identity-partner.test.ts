import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sessionWords, type VerificationStatus } from '#contract/identity/session.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import type { IdentityProvider } from '#server/platform/ports/providers.ts'
import { openPortal } from '#server/testing/portal.ts'
import { newest, press, show, toSession } from './testing.ts'

describe('a partner that checks instead', () => {
  const verified: VerificationStatus = {
    success: true,
    verificationStatus: 'verified',
    message: 'Verified',
    issues: [],
    recommendations: [],
    extractedData: {
      personalInfo: { FirstName: 'Amara', LastName: 'Okafor', BirthDate: '1991-03-14' },
      addressInfo: { AddressFull: 'Flat 2, 12 Garden Street, London, W1U 4PL' },
      documentInfo: { DocumentNumber: '533401372', ExpiryDate: '2031-06-02' },
    },
    verifiedDocuments: [{ type: 'passport' }],
    completedSteps: [{ type: 'FRONTSIDE', result: 'Passed' }],
    verificationDetails: { referenceNumber: 'GBG-1' },
  }
  const openPartner = async (partner: Partial<IdentityProvider>) => {
    const identity: IdentityProvider = {
      name: 'partner',
      checker: 'Trusted Partner Ltd',
      timeout: 100,
      createSession: async ({ key }) => ({
        sessionId: key,
        sessionUrl: 'https://partner.example/s',
        expiresAt: null,
      }),
      status: async () => verified,
      captures: null,
      ...partner,
    }
    const portal = await openPortal({ ports: { identity } })
    return { portal, identity, ana: await portal.client() }
  }

  test('is named in the consent, and its word moves the conversation when it is asked', async () => {
    const { ana } = await openPartner({})
    expect(newest(await press(ana, "Let's begin")).content).toContain(
      'trusted identity partner Trusted Partner Ltd',
    )
    await press(ana, 'Agree', 'No, a person can do it')
    await ana.ask(onboarding.generateSession, {})
    expect(await ana.ask(onboarding.status, {})).toMatchObject({ verificationStatus: 'verified' })
    // The partner has not seen a proof of address, so the chat asks for one.
    expect(await show(ana)).toMatchObject({
      stage: 'proof_of_address',
      collected: { dateOfBirth: '1991-03-14' },
    })
  })

  test.each<[string, IdentityProvider['createSession']]>([
    ['refuses', () => Promise.reject(new Error('401'))],
    ['never answers', (_, signal) => sleep<never>(60_000, undefined, { signal })],
  ])('that %s opens no session, says so, and is asked again', async (_, createSession) => {
    const { ana, identity } = await openPartner({})
    const working = identity.createSession
    identity.createSession = createSession
    await press(ana, ...toSession)
    expect(await ana.ask(onboarding.generateSession, {})).toEqual({
      success: false,
      data: null,
      error: 'Unable to create verification session. Please try again.',
    })
    const failed = newest(await show(ana))
    expect(failed.content).toBe(`Session Generation Failed: ${sessionWords.notCreated}`)
    expect(failed.options).toEqual(['Try again', 'Contact support', 'Upload documents instead'])
    identity.createSession = working
    await press(ana, 'Try again')
    expect(await ana.ask(onboarding.generateSession, {})).toMatchObject({ success: true })
  })

  test.each<[string, IdentityProvider['status']]>([
    ['fails', () => Promise.reject(new Error('503'))],
    ['never answers', (_, { signal }) => sleep<never>(60_000, undefined, { signal })],
    ['answers something else', () => Promise.resolve(JSON.parse('{"ok":"yes"}'))],
  ])('whose status %s loses no state', async (_, status) => {
    const { ana } = await openPartner({ status })
    await press(ana, ...toSession)
    await ana.ask(onboarding.generateSession, {})
    const before = await show(ana)
    expect(await ana.ask(onboarding.status, {})).toMatchObject({
      success: false,
      verificationStatus: 'unknown',
      message: "We're having trouble checking your verification status. Please try again.",
    })
    expect(await show(ana)).toEqual(before)
  })
})
