import { PenLine } from 'lucide-react'
import { pages, witnessPage } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const signatures: Feature = {
  pages: [
    {
      path: pages.signatures,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).SignaturesPage),
      entry: { label: 'E-Signatures', icon: PenLine },
    },
    {
      path: pages.firmSignatures,
      audience: 'firm',
      action: 'signatures.read',
      page: chunk(async () => (await import('./firm-page.tsx')).FirmSignaturesPage),
      entry: { label: 'E-Signatures', icon: PenLine },
    },
    {
      path: pages.verify,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./verify-page.tsx')).VerifyPage),
    },
    {
      // Open to anyone who has the address, on any device: its token is the key, together with the code.
      path: witnessPage,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./witness-page.tsx')).WitnessPage),
    },
  ],
  live: {
    signatures: [
      'signatures.requests',
      'signatures.list',
      'signatures.ofDocument',
      'signatures.sent',
      'signatures.evidence',
      'witness.standing',
    ],
  },
}
