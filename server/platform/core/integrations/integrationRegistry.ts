import type { Integration } from './integration.ts'

let registered: readonly Integration[] = []

/** Sets the platform's integrations (`registerAreas`). */
export function registerIntegrations(integrations: readonly Integration[]): void {
  registered = integrations
}

/** Returns all integrations of the platform. */
export const getIntegrations = (): readonly Integration[] => registered
