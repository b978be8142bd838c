import type { Resource } from './resource.ts'

const registeredResources = new Map<string, Resource>()

/**
 * Makes definitions known by their names, so that they can refer to each other without importing
 * each other. The console's frame and both servers register `shared/areas/index.ts` as they start.
 */
export function registerResources(resources: readonly Resource[]): void {
  for (const resource of resources) registeredResources.set(resource.name, resource)
}

/** Returns all registered resources. */
export const getResources = (): Resource[] => [...registeredResources.values()]

/** Returns the registered resource with this name. Throws if there is none. */
export function requireResource(name: string): Resource {
  const resource = getResource(name)
  if (!resource) throw new Error(`No resource is registered as ${name}`)
  return resource
}

/** Returns the registered resource with this API name, or undefined. */
export const getResource = (name: string): Resource | undefined => registeredResources.get(name)
