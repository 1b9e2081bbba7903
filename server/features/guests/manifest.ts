import { guests } from '#contract/guests.ts'
import type { AccountDependencies } from '#server/features/accounts/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { correctGuest } from './correct-guest.ts'
import { enter, look } from './enter.ts'
import { listGuests } from './list-guests.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    guests: 'guest.invited' | 'guest.renewed' | 'guest.moved' | 'guest.ended' | 'guest.entered'
  }
}

export const guestsFeature = feature<{ accounts: AccountDependencies }>({
  rank: 'console',
  routes: ({ accounts }) => [
    routesOf(guests, {
      list: listGuests,
      invite: multiStep(service.invite),
      renew: multiStep(service.renew),
      end: service.end,
      look: multiStep(look),
      enter: multiStep((ctx, input) => enter(ctx, input, accounts)),
    }),
  ],
  eventHandlers: { partyRemoved: service.endOfParty, guestCorrected: correctGuest },
})
