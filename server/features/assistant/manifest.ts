import { assistant, knowledge } from '#contract/assistant/assistant.ts'
import { guideSearch } from '#contract/help.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as articles from './service/edit-articles.ts'
import { searchGuides } from './service/search-guides.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    assistant: 'knowledge.changed' | 'assistant.handedOver' | 'assistant.switched'
  }
}

const knowledgeRoutes = routesOf(knowledge, {
  articles: articles.listArticles,
  save: articles.saveArticle,
  restore: articles.restoreArticle,
  model: articles.showModel,
  switchModel: articles.switchModel,
  gaps: ({ db }) => store.listGaps(db),
  closeGap: articles.closeGap,
})

export const assistantFeature = feature({
  rank: 'console',
  routes: [
    routesOf(assistant, {
      messages: service.listMessages,
      ask: multiStep(service.ask),
      suggestions: service.suggest,
      rate: service.rate,
      handOver: multiStep(service.handOver),
      clear: service.clear,
    }),
    knowledgeRoutes,
    routesOf(guideSearch, { find: multiStep(searchGuides) }),
  ],
  eventHandlers: {
    clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)),
  },
  personalData,
})
