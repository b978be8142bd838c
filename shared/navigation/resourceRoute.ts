import type { Resource } from '../engine/resource.ts'
import { findRoute } from './routes.ts'
import type { Route } from './routes.ts'

/** Returns the route of a resource's list, or undefined if it has no page. */
export const findResourceRoute = ({ path }: Pick<Resource, 'path'>): Route | undefined =>
  findRoute(path.split('?')[0] ?? '')

export const hasPage = (resource: Resource): boolean => findResourceRoute(resource) !== undefined
