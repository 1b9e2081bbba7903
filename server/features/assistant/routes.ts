import { assistant, knowledge } from '#contract/assistant.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as articles from './service/edit-articles.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const assistantRoutes = feature(
  assistant,
  {
    messages: service.listMessages,
    ask: multiStep(service.ask),
    suggestions: service.suggest,
    rate: service.rate,
    handOver: multiStep(service.handOver),
    clear: service.clear,
  },
  { clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)) },
)

export const knowledgeRoutes = feature(knowledge, {
  articles: articles.listArticles,
  save: articles.saveArticle,
  restore: articles.restoreArticle,
  model: articles.showModel,
  switchModel: articles.switchModel,
  gaps: ({ db }) => store.listGaps(db),
  closeGap: articles.closeGap,
})
