import { numbers } from '#contract/numbers.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { showNumbers, tableFile } from './service.ts'

export const numbersFeature = feature({
  rank: 'console',
  routes: [routesOf(numbers, { show: showNumbers, tableFile })],
})
