import { incidentPaymentPanels } from './incidentPaymentPanels.tsx'
import { incidentPanels } from './incidentPanels.tsx'
import { failedPaymentPanels } from './panels.tsx'
import { revealPanels } from './revealPanels.tsx'
import { timelinePanels } from './TimelinePanel.tsx'

/** Panels beside failed payments, incidents, and orders. */
export const attemptsPanels = {
  ...timelinePanels,
  ...incidentPanels,
  ...incidentPaymentPanels,
  ...failedPaymentPanels,
  ...revealPanels,
}
