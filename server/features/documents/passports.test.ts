import { expect, test } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { holdIdentityDocument } from '#server/testing/held-document.ts'
import { openPortal } from '#server/testing/portal.ts'
import { readOf, taskOf, upload } from './testing/documents.ts'
import { photographPassport } from './testing/passport.ts'

const portal = await openPortal()

test("a photo of the client's own passport is read and verified, and so is a waiting identity check", async () => {
  const ada = await portal.client()
  const { id: taskId } = await taskOf(ada, 'identity_check')
  await holdIdentityDocument(portal, ada)
  await ada.ask(identity.complete, { taskId, verificationType: 'id', document: 'passport' })
  const bytes = await photographPassport()

  const { document } = await upload(ada, bytes, { filename: 'passport.jpg', documentType: 'passport' })

  expect(await readOf(ada, document)).toMatchObject({
    status: 'verified',
    validation: {
      valid: true,
      metadata: {
        fullName: 'AMARA OKAFOR',
        dateOfBirth: '1990-04-17',
        documentNumber: '533401286',
        expiryDate: '2031-06-30',
      },
    },
  })
  expect(await taskOf(ada, 'proof_of_identity')).toMatchObject({ status: 'completed', outcome: 'verified' })
  expect(await taskOf(ada, 'identity_check')).toMatchObject({ status: 'completed', outcome: 'verified' })
})

test("somebody else's passport is never verified", async () => {
  const ada = await portal.client()
  const bytes = await photographPassport({ surname: 'Whitlock', givenNames: 'Ben' })
  const { document } = await upload(ada, bytes, { filename: 'passport.jpg', documentType: 'passport' })
  expect(await readOf(ada, document)).toMatchObject({
    status: 'pending',
    validation: { valid: false, metadata: { fullName: 'BEN WHITLOCK' } },
  })
})
