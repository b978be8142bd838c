import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { alertCalls } from './alertCalls.ts'
import { alertLinkCalls } from './alertLinkCalls.ts'
import { createAlertRefreshQueue } from './alertRefreshQueue.ts'
import { findExpirationAlerts, findExpirationDeadlines } from './expirations.ts'
import { findIntegrationAlerts } from './integrationAlerts.ts'
import { findReadinessAlerts } from './readinessAlerts.ts'
import { refreshAlerts } from './refreshAlerts.ts'
import { findUpcomingAlerts } from './upcomingDeadlines.ts'
import { alertVisibility } from './visibility.ts'

export const alertsArea = defineArea({
  name: 'alerts',
  resources: [attentionItems],
  calls: [...alertCalls, ...alertLinkCalls],
  queues: [createAlertRefreshQueue()],
  chores: [
    {
      name: 'alerts',
      cron: '4/5 * * * *',
      run: refreshAlerts,
      failure: "Alerts couldn't be updated",
    },
  ],
  alerts: {
    integration: findIntegrationAlerts,
    expiry: findExpirationAlerts,
    deadline: findUpcomingAlerts,
    readiness: findReadinessAlerts,
  },
  deadlines: findExpirationDeadlines,
  visibility: alertVisibility,
})

// For areas whose writes change alerts, or whose requests wait for approval.
export {
  approvalRank,
  findApprovalAlerts,
  maxApprovalAlerts,
  raiseApprovalAlerts,
} from './approvalAlerts.ts'
// For comments on alerts, which outlast them.
export { findAlertSubject, findFixedAlert } from './fixedAlerts.ts'
export { alertQueueName } from './alertRefreshQueue.ts'
export { buildExpirationAlert, formatExpiration } from './buildExpirationAlert.ts'
export { refreshApprovalAlerts } from './refreshAlerts.ts'

// What the demo data is made from.
export { refreshAlertsInTransaction } from './refreshAlerts.ts'
