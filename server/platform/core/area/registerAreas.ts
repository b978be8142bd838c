import { registerResources } from '#shared/engine/resourceRegistry.ts'
import { registerIntegrations } from '../integrations/integrationRegistry.ts'
import { registerModules } from '../records/moduleRegistry.ts'
import { registerVisibility } from '../records/storeScope.ts'
import type { Area } from './area.ts'
import { getAreaIntegrations, getResources } from './buildCalls.ts'
import { createResourceModules } from './resourceModules.ts'

let registered: readonly Area[] = []

/** Returns the platform's areas, for those that collect something from all of them. */
export const getRegisteredAreas = (): readonly Area[] => registered

/** Makes what these areas define available by name, to each other and to the core. */
export function registerAreas(areas: readonly Area[]): void {
  registered = areas
  registerResources(getResources(areas))
  registerModules(createResourceModules(areas))
  registerIntegrations(getAreaIntegrations(areas))
  for (const { visibility = {} } of areas) registerVisibility(visibility)
}
