import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { incidentMessages } from './incidentMessages.ts'

/**
 * Shows which incident a panel is about, because its title names only the action. A cause without
 * "Incident" would read as an error of the form.
 */
export const renderIncidentName = (incident: AnyRecord) => (
  <p>
    <strong>{incidentMessages.named(getLabel(incidents, incident))}</strong>
  </p>
)
