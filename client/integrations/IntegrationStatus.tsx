import { integrationStates } from '#shared/engine/integrations/states.ts'
import { Status } from '../ui/Status.tsx'

const integrationStateTones: Record<string, 'good' | 'warn' | 'bad' | 'off'> = {
  verified: 'good',
  active: 'good',
  degraded: 'bad',
  draft: 'warn',
}
const integrationStateLabels: Record<string, string> = integrationStates

/** The state of an integration; one that a newer platform has is shown as it is. */
export const IntegrationStatus = ({ state }: { state: string }) => (
  <Status tone={integrationStateTones[state] ?? 'off'}>
    {integrationStateLabels[state] ?? state}
  </Status>
)
