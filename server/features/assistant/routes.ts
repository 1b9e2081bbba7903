import { assistant, knowledge } from '#contract/assistant.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { handOver } from './handing-over.ts'
import * as articles from './knowledge.ts'
import { showModel, switchModel } from './model-switch.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const assistantRoutes = feature(
  assistant,
  {
    messages: service.listMessages,
    ask: multiStep(service.ask),
    suggestions: service.suggest,
    rate: service.rate,
    handOver: multiStep(handOver),
    clear: service.clear,
  },
  { clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)) },
)

export const knowledgeRoutes = feature(knowledge, {
  articles: articles.listArticles,
  save: articles.saveArticle,
  restore: articles.restoreArticle,
  model: showModel,
  switchModel,
  gaps: ({ db }) => store.listGaps(db),
  closeGap: articles.closeGap,
})
