import { search } from '#contract/search.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { find } from './service.ts'

export const searchFeature = feature({ rank: 'console', routes: [routesOf(search, { find })] })
