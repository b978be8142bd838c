import type { UIMatch } from 'react-router'
import type { Route } from '#shared/routes.ts'
import type { Part } from './parts.ts'
import { messages } from '#shared/messages.ts'

/**
 * What the routes of the client carry: the entry of the route table, if the address is one of its; the source file of the
 * screen's chunk; its parts.
 */
export type RouteHandle = { route: Route | undefined; chunk: string; parts: readonly Part[] }

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'route' in handle

/** The route table's entry for the page shown; undefined on an unknown address. */
export function currentRoute(matches: readonly Pick<UIMatch, 'handle'>[]): Route | undefined {
  const handle = matches.at(-1)?.handle
  return isRouteHandle(handle) ? handle.route : undefined
}

/** What the record that a page shows is called, where its loader's data says so in `recordName`. */
export const recordName = (loaderData: unknown): string | undefined =>
  typeof loaderData === 'object' &&
  loaderData !== null &&
  'recordName' in loaderData &&
  typeof loaderData.recordName === 'string'
    ? loaderData.recordName
    : undefined

/** The window's title. */
export const pageTitle = (route: Route | undefined, record?: string): string =>
  [record, route?.title ?? messages.notFound.title, messages.product].filter(Boolean).join(' · ')
