import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startActors } from './actors.ts'
import { App } from './app.tsx'
import { createBrowserApi } from './browserApi.ts'
import { browserEffects } from './browserEffects.ts'
import { actorsContext, apiContext, factsContext } from './contexts.ts'
import { hydrationElement, rootElement } from './hydration.ts'
import type { Hydration } from './hydration.ts'
import { isRouteHandle } from './pageTitle.ts'
import { loadParts } from './parts.ts'
import { routes } from './routes.tsx'

const root = document.getElementById(rootElement)
const block = document.getElementById(hydrationElement)
if (!root || !block?.textContent)
  throw new Error('The page came without the parts that the server renders')

// The server of this same build wrote the block.
const { facts, input, router: state } = JSON.parse(block.textContent) as Hydration

const api = createBrowserApi({
  onUnauthorised: () => actors.session.send({ type: 'session.expired' }),
})
const actors = startActors(
  input,
  browserEffects(api, () => actors.session.getSnapshot().context.user?.id ?? ''),
)

// React Router reads its part from here and turns the errors in it back into what loaders threw. The shell has middleware
// and no loader: without an entry of its own the router would start over, and drop what an action answered.
Object.assign(window, {
  __staticRouterHydrationData: { ...state, loaderData: { shell: null, ...state.loaderData } },
})

// A lazy route that is not there yet would be rendered as nothing, unlike the server's page.
for (const { route } of matchRoutes(routes, location) ?? []) {
  if (isRouteHandle(route.handle))
    await loadParts(route.handle.parts, new URLSearchParams(location.search))
  if (typeof route.lazy !== 'function') continue
  Object.assign(route, await route.lazy())
  delete route.lazy
}

const router = createBrowserRouter(routes, {
  getContext: () => {
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    context.set(actorsContext, actors)
    context.set(factsContext, facts)
    return context
  },
})

hydrateRoot(
  root,
  <App actors={actors} facts={facts} api={api}>
    <RouterProvider router={router} />
  </App>,
)
