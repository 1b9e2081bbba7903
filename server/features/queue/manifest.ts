import { feature } from '#server/platform/http/feature.ts'
import * as store from './store.ts'

/**
 * Stores how waiting items are taken, snoozed and assigned. The endpoints are in `home`, which knows all kinds of item.
 */
export const queueFeature = feature({
  rank: 'foundation',
  routes: [],
  eventHandlers: {
    documentRemoved: ({ db }, { documentId }) => store.remove(db, { kind: 'document', id: documentId }),
    documentSuperseded: ({ db }, { documentId }) => store.remove(db, { kind: 'document', id: documentId }),
    staffDeparted: ({ db }, { personId }) => store.updateUnassigned(db, personId),
    clientReset: ({ db }, { clientId }) => store.removeAllOf(db, clientId),
  },
})
