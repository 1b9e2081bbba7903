import { help } from '#contract/help.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { listGuides, showGuide } from './service.ts'

export const helpFeature = feature({
  rank: 'foundation',
  routes: [routesOf(help, { contents: listGuides, guide: showGuide })],
})
