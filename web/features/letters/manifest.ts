import { FilePen } from 'lucide-react'
import { caseLettersPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const letters: Feature = {
  pages: [
    {
      path: pages.firmLetters,
      audience: 'firm',
      action: 'settings.manage',
      page: chunk(async () => (await import('./page.tsx')).LetterTemplatesPage),
      entry: { label: 'Letters', icon: FilePen, isSetUp: true },
    },
    {
      path: caseLettersPage,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./case-letters-page.tsx')).CaseLettersPage),
    },
  ],
  // A preview holds facts of the clients and of the case.
  live: {
    letters: ['letterTemplates.list', 'letterTemplates.versions', 'letters.ofMatter'],
    clients: ['letters.preview'],
    cases: ['letters.preview'],
    settings: ['letters.preview'],
  },
}
