import { jointClients } from '#contract/joint-clients.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { accept, decline, listAccepted, look } from './answer-invitation.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    jointClients:
      | 'joint_client.invited'
      | 'joint_client.agreed'
      | 'joint_client.accepted'
      | 'joint_client.withdrawn'
      | 'joint_client.declined'
  }
}

export const jointClientsFeature = feature({
  rank: 'console',
  routes: [
    routesOf(jointClients, {
      list: service.listInvitations,
      invite: multiStep(service.invite),
      accepted: listAccepted,
      withdraw: service.withdrawOwn,
      firmList: service.listForFirm,
      agree: service.agree,
      firmWithdraw: service.withdrawForFirm,
      look: multiStep(look),
      accept,
      decline: multiStep(decline),
    }),
  ],
  eventHandlers: {
    partyRemoved: service.forgetParty,
    mattersRemoved: service.forgetMatters,
  },
  personalData,
})
