import type { ActionFunction, LoaderFunction } from 'react-router'
import type { ReactNode } from 'react'
import type { PanelTrigger } from '#shared/engine/panels.ts'
import type { AreaPath, Route, RouteArea } from '#shared/navigation/routes.ts'
import { messages } from '#shared/messages.ts'

/** What a route shows, loads, and does with a form. */
export type Screen = {
  Component: () => ReactNode
  loader?: LoaderFunction
  action?: ActionFunction
  /** Panels beside its list, by URL parameter. */
  panels?: Readonly<Record<string, PanelTrigger>> | undefined
}

/** The screens of an area, by the path of their route. */
export type AreaScreens<Area extends RouteArea> = Readonly<Record<AreaPath<Area>, Screen>>

/** The handle of a client route: its entry in the route table. */
export type RouteHandle = { route: Route }

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'route' in handle

/** Returns the route table's entry for the current page; undefined for an unknown URL. */
export function getCurrentRoute(matches: readonly { handle?: unknown }[]): Route | undefined {
  const handle = matches.at(-1)?.handle
  return isRouteHandle(handle) ? handle.route : undefined
}

/** Returns the name of the page's record, if the loader's data has it as `recordName`. */
export const getRecordName = (loaderData: unknown): string | undefined =>
  typeof loaderData === 'object' &&
  loaderData !== null &&
  'recordName' in loaderData &&
  typeof loaderData.recordName === 'string'
    ? loaderData.recordName
    : undefined

/** Builds the window's title. */
export const buildPageTitle = (route: Route | undefined, record?: string): string =>
  [...new Set([record, route?.title ?? messages.notFound.title, messages.product])]
    .filter(Boolean)
    .join(' · ')
