import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { refundPart, revealPart } from '#client/frame/index.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'
import { disputePanels } from './disputePanels.tsx'
import { incidentPaymentPanels } from './incidentPaymentPanels.tsx'
import { incidentPanels } from './incidentPanels.tsx'
import { failedPaymentPanels } from './panels.tsx'
import { timelinePanels } from './TimelinePanel.tsx'

/** Panels beside failed payments, incidents, disputes, orders, and refunds. */
export const attemptsPanels: ListPanels = {
  ...timelinePanels,
  ...incidentPanels,
  ...incidentPaymentPanels,
  ...failedPaymentPanels,
  ...disputePanels,
  reveal: { part: revealPart, of: paymentAttempts, reads: true },
  revealOrder: { part: revealPart, of: orders, reads: true },
  refundOrder: { part: refundPart, of: orders },
  refund: { part: refundPart, of: paymentRefunds, reads: true },
}
