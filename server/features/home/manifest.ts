import { home } from '#contract/home/home.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { showHome } from './service.ts'

export const homeFeature = feature({ rank: 'console', routes: [routesOf(home, { show: showHome })] })
