import type { ActionFunction, LoaderFunction, UIMatch } from 'react-router'
import type { ReactNode } from 'react'
import type { ListPanels } from '../list/panels/definePanels.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { messages } from '#shared/messages.ts'

/** The exports of a screen's module. */
export type Screen = {
  Component: () => ReactNode
  loader?: LoaderFunction
  action?: ActionFunction
  /** The screen's file, which the build adds on the server (scripts/bundles.ts). */
  source?: string
  /** Panels beside the screen's list, by URL parameter. */
  panels?: ListPanels | undefined
}

/**
 * The handle of a client route: its screen and, unless the URL is unknown, its entry in the route
 * table.
 */
export type RouteHandle = { route?: Route; load: () => Promise<Screen> }

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'load' in handle

/** Returns the route table's entry for the current page; undefined for an unknown URL. */
export function getCurrentRoute(matches: readonly Pick<UIMatch, 'handle'>[]): Route | undefined {
  const handle = matches.at(-1)?.handle
  return isRouteHandle(handle) ? handle.route : undefined
}

/**
 * Lists the files of the screen that these routes show, of the panel that the URL opens, and of the
 * frame around it.
 */
export async function listSourceFiles(handles: readonly unknown[], search: URLSearchParams) {
  const screens = await Promise.all(handles.filter(isRouteHandle).map(({ load }) => load()))
  const open = await Promise.all(
    screens.map(async ({ panels = {} }) => {
      const kind = Object.keys(panels).find((name) => search.has(name))
      return (await panels[kind ?? '']?.module())?.source
    }),
  )
  return [...screens.map(({ source }) => source), ...open].filter((file) => file !== undefined)
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
