import { FileCheck, FileText } from 'lucide-react'
import { pages, reviewPage } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const documents: Feature = {
  pages: [
    {
      path: pages.documents,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).DocumentsPage),
      entry: { label: 'Documents', icon: FileText, tab: 'Workflow' },
    },
    {
      path: pages.identityUpload,
      audience: 'client',
      page: chunk(async () => (await import('./identity-page.tsx')).IdentityUploadPage),
    },
    {
      path: pages.reviews,
      audience: 'firm',
      action: 'documents.read',
      page: chunk(async () => (await import('./reviews/list-page.tsx')).ReviewsPage),
      // People who may decide open it from the queue.
      entry: { label: 'Documents to review', icon: FileCheck, tab: 'Review', unlessMay: 'documents.decide' },
      leadsTo: reviewPage,
    },
    {
      path: reviewPage,
      audience: 'firm',
      action: 'documents.read',
      page: chunk(async () => (await import('./reviews/review-page.tsx')).ReviewPage),
    },
  ],
  live: { documents: ['documents.list', 'documents.one', 'reviews.list', 'reviews.one', 'reviews.ofClient'] },
}
