import { disputePanels } from './disputePanels.tsx'
import { incidentPaymentPanels } from './incidentPaymentPanels.tsx'
import { incidentPanels } from './incidentPanels.tsx'
import { failedPaymentPanels } from './panels.tsx'
import { refundPanels } from '../refunds/refundPanels.ts'
import { revealPanels } from './revealPanels.tsx'
import { timelinePanels } from './TimelinePanel.tsx'

/** Panels beside failed payments, incidents, disputes, orders, and refunds. */
export const attemptsPanels = {
  ...timelinePanels,
  ...incidentPanels,
  ...incidentPaymentPanels,
  ...failedPaymentPanels,
  ...disputePanels,
  ...revealPanels,
  ...refundPanels,
}
