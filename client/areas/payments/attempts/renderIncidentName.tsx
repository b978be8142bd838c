import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'

/** Shows which incident a panel is about, because its title names only the action. */
export const renderIncidentName = (incident: AnyRecord) => (
  <p>
    <strong>{getLabel(incidents, incident)}</strong>
  </p>
)
