import type { ResourceModule } from './resourceHooks.ts'

const modulesByName = new Map<string, ResourceModule>()

/** Makes modules available by name: `registerAreas` those of all areas, `createApp` its own. */
export function registerModules(modules: readonly ResourceModule[]): void {
  for (const module of modules) modulesByName.set(module.name, module)
}

/**
 * Returns a resource with everything that areas add to it, for calls that create or change its
 * records. Throws if no area defines it.
 */
export function getResourceModule(name: string): ResourceModule {
  const module = modulesByName.get(name)
  if (!module) throw new Error(`No area defines the resource ${name}`)
  return module
}
