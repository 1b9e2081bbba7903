import { Sparkles } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const assistant: Feature = {
  pages: [
    {
      path: pages.assistant,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).AssistantPage),
      entry: { label: 'AI chat', icon: Sparkles, tab: 'AI chat' },
    },
    {
      path: pages.firmKnowledge,
      audience: 'firm',
      action: 'knowledge.edit',
      page: chunk(async () => (await import('./knowledge-page.tsx')).KnowledgePage),
      entry: { label: "Obi's knowledge", icon: Sparkles, isSetUp: true },
    },
  ],
  frame: { Tips: chunk(async () => (await import('./tips.tsx')).Tips) },
}
