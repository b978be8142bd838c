import { disputePanels } from './disputePanels.tsx'
import { incidentPaymentPanels } from './incidentPaymentPanels.tsx'
import { incidentPanels } from './incidentPanels.tsx'
import { failedPaymentPanels } from './panels.tsx'
import { revealPanels } from './revealPanels.tsx'
import { timelinePanels } from './TimelinePanel.tsx'

/** Panels beside failed payments, incidents, disputes, and orders. */
export const attemptsPanels = {
  ...timelinePanels,
  ...incidentPanels,
  ...incidentPaymentPanels,
  ...failedPaymentPanels,
  ...disputePanels,
  ...revealPanels,
}
