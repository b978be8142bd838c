import { retryableAttempts } from '#shared/areas/payments/retryableAttempts.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { paymentAttemptsMessages } from './messages.ts'

/** Panels beside failed payments, incidents, and orders. */
export const attemptsPanels = {
  ...definePanels(() => import('./TimelinePanel.tsx'), {
    timeline: { button: null, reads: true, of: paymentAttempts },
    order: { button: null, reads: true, of: orders },
  }),
  ...definePanels(() => import('./incidentPanels.tsx'), {
    incident: { button: null, reads: true, of: incidents },
    resolve: { button: null, of: incidents },
    assignIncident: { button: null, of: incidents },
  }),
  ...definePanels(() => import('./incidentPaymentPanels.tsx'), {
    retryIncident: { button: null, of: incidents },
    linkIncident: { button: null, of: incidents },
  }),
  ...definePanels(() => import('./panels.tsx'), {
    retryMany: {
      button: paymentAttemptsMessages.retryMany,
      of: retryableAttempts,
      params: ['begin'],
    },
    retry: { button: null, of: paymentAttempts },
    schedule: { button: null, of: paymentAttempts },
    link: { button: null, of: paymentAttempts },
    dismiss: { button: null, of: paymentAttempts },
    reopen: { button: null, of: paymentAttempts },
    settle: { button: null, of: paymentAttempts },
    assign: { button: null, of: paymentAttempts },
  }),
}
