import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { knowledge } from '#contract/assistant.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'

export const useArticles = () => useSuspenseQuery(query(knowledge.articles, {})).data
export const useGaps = () => useSuspenseQuery(query(knowledge.gaps, {})).data
export const useModel = () => useQuery(query(knowledge.model, {})).data

export const useRestoreArticle = () => useCommand(knowledge.restore, { refreshes: [knowledge.articles] })
export const useCloseGap = () => useCommand(knowledge.closeGap, { refreshes: [knowledge.gaps] })
export const useSwitchModel = () => useCommand(knowledge.switchModel, { refreshes: [knowledge.model] })

export const useRefreshArticles = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [knowledge.articles])
}
