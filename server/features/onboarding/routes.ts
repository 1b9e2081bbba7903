import { onboarding } from '#contract/onboarding.ts'
import { feature } from '#server/platform/feature.ts'
import * as service from './service.ts'

export const onboardingRoutes = feature(onboarding, { complete: service.completeOnboarding })
