import type { Feature } from '#web/shell/feature.ts'

export const forms: Feature = { live: { forms: ['forms.draft', 'forms.answers', 'forms.ofClient'] } }
