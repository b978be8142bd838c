import { array, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { can } from '#shared/permissions/can.ts'
import { getAreaLabel } from '#shared/permissions/permissions.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

const GuardedCall = type({ method: string(), path: string(), summary: string(), right: string() })

const PermissionEntrySchema = type({
  key: string(),
  allows: string(),
  calls: array(GuardedCall),
  /** Null if the caller can't read user groups. */
  groups: nullable(array(type({ id: number(), name: string(), rights: array(string()) }))),
  /** Null if the caller can't read users. */
  users: nullable(type({ total: number(), names: array(string()) })),
  /** The users with each permission; null if the caller can't read users. */
  holders: optional(
    nullable(array(type({ right: string(), total: number(), names: array(string()) }))),
  ),
  /** The users who can grant each permission; null if the caller can't read users. */
  grants: nullable(array(type({ right: string(), names: array(string()) }))),
})
export type PermissionEntry = Infer<typeof PermissionEntrySchema>

/** GET /permissions */
export async function loadPermissionCatalog(
  api: Api,
  signal: AbortSignal,
): Promise<PermissionEntry[]> {
  const answer = await api.send({ method: 'GET', path: '/permissions', signal })
  return parseResponse(type({ data: array(PermissionEntrySchema) }), answer.body).data
}

const allRoutes: readonly Route[] = routes

/** Returns the console's routes that a key guards, each with the permission that it needs. */
export const getGuardedRoutes = (key: string): { path: string; title: string; right: string }[] =>
  allRoutes
    .filter(({ permission }) => permission === key)
    .map(({ path, title, action = 'read' }) => ({ path, title, right: `${key}:${action}` }))

/**
 * Returns the console's route at a path. A fixed path takes precedence over one with a parameter,
 * as in the router.
 */
export const matchRoute = (path: string): Route | undefined =>
  allRoutes.find((one) => one.path === path) ?? allRoutes.find((one) => isPathMatch(one.path, path))

/**
 * Searches entries by key, area, description, routes, and calls. A full call such as `GET /stores`
 * is matched as a phrase.
 */
export function searchPermissions(
  entries: readonly PermissionEntry[],
  search: string,
): PermissionEntry[] {
  const text = search.toLowerCase().trim()
  const words = /^(get|post|put|patch|delete)\s+\//.test(text)
    ? [text.replace(/\s+/, ' ')]
    : text.split(/\s+/).filter(Boolean)
  return entries.filter(({ key, allows, calls }) => {
    const searchableTexts = [
      key,
      getAreaLabel(key),
      allows,
      ...getGuardedRoutes(key).flatMap(({ path, title }) => [path, title]),
      ...calls.flatMap(({ method, path, summary }) => [`${method} ${path}`, summary]),
    ].map((text) => text.toLowerCase())
    return words.every((word) => searchableTexts.some((text) => text.includes(word)))
  })
}

/** Whether a path matches a pattern: `/stores/5` matches `/stores/:storeId`. */
const isPathMatch = (pattern: string, path: string) => {
  const patternSegments = pattern.split('/')
  const segments = path.split('/')
  return (
    patternSegments.length === segments.length &&
    patternSegments.every(
      (part, index) => part === segments[index] || (part.startsWith(':') && segments[index] !== ''),
    )
  )
}

/** A permission, and what it guards among the matches of a text. */
export type RequiredPermission = { right: string; guards: { name: string; does: string }[] }

/**
 * Returns the permissions that a route or call needs, each once: `/stores/create`, `DELETE
 * /sizes/5`. Empty if it's unknown.
 */
export function findRequiredPermissions(
  entries: readonly PermissionEntry[],
  target: string,
): RequiredPermission[] {
  const [, method, path = ''] =
    /^(?:(get|post|put|patch|delete)\s+)?(\/[^?#\s]*)/i.exec(target.trim()) ?? []
  if (!path) return []
  const calls = entries
    .flatMap((entry) => entry.calls)
    .filter(
      (call) => isPathMatch(call.path, path) && (!method || call.method === method.toUpperCase()),
    )
  const exact = calls.filter((call) => call.path === path)
  // A fixed path takes precedence over one with a parameter, as in the router.
  const matchingCalls = exact.length > 0 ? exact : calls
  const route = method ? undefined : matchRoute(path)
  if (route?.permission) {
    const { permission, action = 'read', title: does } = route
    return [{ right: `${permission}:${action}`, guards: [{ name: route.path, does }] }]
  }
  return [...new Set(matchingCalls.map(({ right }) => right))].map((right) => ({
    right,
    guards: matchingCalls
      .filter((call) => call.right === right)
      .map(({ method: callMethod, path: callPath, summary: does }) => ({
        name: `${callMethod} ${callPath}`,
        does,
      })),
  }))
}

/** Whether these permissions include this one. */
export function includesPermission(permissions: readonly string[], permission: string): boolean {
  const [key = '', action] = permission.split(':')
  return can(permissions, key, action as Action) // The catalog has only valid permissions.
}
