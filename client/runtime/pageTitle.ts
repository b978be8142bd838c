import type { ActionFunction, LoaderFunction, UIMatch } from 'react-router'
import type { ReactNode } from 'react'
import type { ListPanels } from '../list/panels/definePanels.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { messages } from '#shared/messages.ts'

/** What the module of a screen exports. */
export type Screen = {
  Component: () => ReactNode
  loader?: LoaderFunction
  action?: ActionFunction
  /** Its file, which the build adds on the server (scripts/bundles.ts). */
  source?: string
  /** What opens beside its list, by the parameter of the address. */
  panels?: ListPanels | undefined
}

/** What the routes of the client carry: the entry of the route table, if the address is one of its, and its screen. */
export type RouteHandle = { route?: Route; load: () => Promise<Screen> }

export const isRouteHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null && 'load' in handle

/** The route table's entry for the page shown; undefined on an unknown address. */
export function getCurrentRoute(matches: readonly Pick<UIMatch, 'handle'>[]): Route | undefined {
  const handle = matches.at(-1)?.handle
  return isRouteHandle(handle) ? handle.route : undefined
}

/** The files of the screen that these routes show, of the panel that the address opens, and of the frame around it. */
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

/** What the record that a page shows is called, where its loader's data says so in `recordName`. */
export const getRecordName = (loaderData: unknown): string | undefined =>
  typeof loaderData === 'object' &&
  loaderData !== null &&
  'recordName' in loaderData &&
  typeof loaderData.recordName === 'string'
    ? loaderData.recordName
    : undefined

/** The window's title. */
export const buildPageTitle = (route: Route | undefined, record?: string): string =>
  [...new Set([record, route?.title ?? messages.notFound.title, messages.product])]
    .filter(Boolean)
    .join(' · ')
