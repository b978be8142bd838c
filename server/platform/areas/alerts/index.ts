import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { alertCalls } from './alertCalls.ts'
import { createAlertQueue } from './alertQueue.ts'
import { alertVisibility } from './visibility.ts'

export const alertsArea = defineArea({
  name: 'alerts',
  resources: [attentionItems],
  calls: alertCalls,
  queues: [createAlertQueue()],
  visibility: alertVisibility,
})
