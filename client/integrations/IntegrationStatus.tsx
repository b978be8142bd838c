import { integrationStates } from '#shared/engine/integrations/states.ts'
import { Status } from '../ui/Status.tsx'

const integrationStateTones: Record<string, 'good' | 'warn' | 'bad' | 'off'> = {
  verified: 'good',
  active: 'good',
  degraded: 'bad',
  draft: 'warn',
}
const integrationStateLabels: Record<string, string> = integrationStates

/** Shows an integration's state. A state that only a newer platform knows is shown as is. */
export const IntegrationStatus = ({ state }: { state: string }) => (
  <Status tone={integrationStateTones[state] ?? 'off'}>
    {integrationStateLabels[state] ?? state}
  </Status>
)
