import { useLocation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { Resource } from '#shared/engine/resource.ts'
import { getResources } from '#shared/engine/resourceRegistry.ts'
import type { Screen } from '../runtime/pageTitle.ts'
import { createListAction } from './listAction.ts'
import { toListResponse, createListLoader } from './listLoader.ts'
import { getPanels } from './panels/listPanels.ts'
import type { ListPanels } from './panels/definePanels.ts'
import type { ListOptions } from './listProps.ts'
import { ResourceList } from './ResourceList.tsx'

/**
 * Creates a resource's screen: its list, with this screen's options and `more` panels of its own.
 */
export const createListScreen = (
  resource: Resource,
  look: ListOptions = {},
  more: ListPanels = {},
  loadData = createListLoader(resource, more),
) =>
  ({
    loader: (args: LoaderFunctionArgs) => toListResponse(loadData(args)),
    action: createListAction(resource, more),
    Component: () => <ResourceList {...{ resource, more }} {...look} />,
    panels: getPanels(resource, more),
  }) satisfies Screen

/** Creates the screen of a route that has none of its own: the list of the resource at its path. */
export function createPlainListScreen(path: string): Screen {
  const resource = getResources().find((one) => one.path === path)
  if (!resource) throw new Error(`No resource is at ${path}`)
  return createListScreen(resource)
}

/**
 * Creates a screen with others at the same path, each behind the parameter that names it:
 * `/stores?organisations`.
 */
export function switchScreens(screen: Screen, others: Readonly<Record<string, Screen>>) {
  function getScreen(search: string): Screen {
    const params = new URLSearchParams(search)
    const [, other] = Object.entries(others).find(([name]) => params.has(name)) ?? []
    return other ?? screen
  }
  const getRequestedScreen = ({ request }: LoaderFunctionArgs) =>
    getScreen(new URL(request.url).search)
  return {
    loader: (args) => getRequestedScreen(args).loader?.(args) ?? null,
    action: (args) => getRequestedScreen(args).action?.(args) ?? null,
    Component() {
      const { Component } = getScreen(useLocation().search)
      return <Component />
    },
    ...(screen.panels && { panels: screen.panels }),
  } satisfies Screen
}
