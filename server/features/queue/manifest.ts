import { feature } from '#server/platform/http/feature.ts'
import * as store from './store.ts'

/** How what waits is taken, snoozed and assigned; what there is to ask of it is answered by `home`, which knows all kinds. */
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
