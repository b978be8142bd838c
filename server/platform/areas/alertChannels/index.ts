import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertDeliveries } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { onCallOverrides } from '#shared/areas/alertChannels/onCallOverrides.ts'
import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'
import { findChannelAlerts } from './channelAlerts.ts'
import { channelIntegration } from './channelIntegration.ts'
import { deliveryCalls } from './deliveryCalls.ts'
import { findHandoverDeadlines } from './handoverDeadlines.ts'
import { overrideHooks, rotationHooks } from './onCallHooks.ts'
import { refreshAndSendDeliveries } from './refreshDeliveries.ts'
import { findRotationAlerts } from './rotationAlerts.ts'
import { findRuleAlerts } from './ruleAlerts.ts'
import { ruleHooks } from './ruleHooks.ts'
import { rulePreviewCall } from './rulePreviewCall.ts'
import { insertAlertChannels } from './seed.ts'
import { deliveryQueueName, sendDueMessages } from './sendDueMessages.ts'

export const alertChannelsArea = defineArea({
  name: 'alertChannels',
  resources: [alertChannels, alertRules, alertDeliveries, onCallRotations, onCallOverrides],
  hooks: {
    alertRules: ruleHooks,
    onCallRotations: rotationHooks,
    onCallOverrides: overrideHooks,
  },
  seed: { afterStores: insertAlertChannels },
  visibility: { alertDeliveries: createStoreIdsVisibility(alertDeliveries) },
  integrations: [channelIntegration],
  alerts: {
    integration: async (trx, at) => [
      ...(await findChannelAlerts(trx)),
      ...(await findRotationAlerts(trx, at)),
      ...(await findRuleAlerts(trx, at)),
    ],
  },
  deadlines: findHandoverDeadlines,
  calls: [...deliveryCalls, rulePreviewCall],
  queues: [{ name: deliveryQueueName, work: sendDueMessages }],
  chores: [
    {
      name: 'alertDeliveries',
      cron: '* * * * *',
      run: refreshAndSendDeliveries,
      failure: "Alerts couldn't be sent to channels",
    },
  ],
})

// For alerts, which are sent after they changed, and which links in messages lead to.
export { openAlertLink } from './alertLinks.ts'
export { refreshDeliveries } from './refreshDeliveries.ts'
export { deliveryQueueName } from './sendDueMessages.ts'
