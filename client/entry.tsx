import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { withoutLineEnds } from '#shared/navigation/guard.ts'
import './frame/everywhere.ts'
import { startActors } from './runtime/actors.ts'
import { App, hydrationElement, rootElement } from './app.tsx'
import { createBrowserApi } from './runtime/browserApi.ts'
import { browserEffects } from './runtime/browserEffects.ts'
import {
  actorsContext,
  apiContext,
  factsContext,
  tellContext,
  tellIn,
  zoneContext,
  zoneIn,
} from './runtime/contexts.ts'
import type { Hydration } from './app.tsx'
import { routes } from './router.tsx'
import { hearEarly } from './shell/findKey.ts'

const container = document.getElementById(rootElement)
const block = document.getElementById(hydrationElement)
if (!container || !block?.textContent)
  throw new Error('The page came without the parts that the server renders')
const root = container

hearEarly()

// The server of this same build wrote the block.
const { facts, input, router: state } = JSON.parse(block.textContent) as Hydration

const path = withoutLineEnds(location.pathname)
if (path !== location.pathname)
  history.replaceState(history.state, '', path + location.search + location.hash)

const api = createBrowserApi({
  onUnauthorised: () => actors.session.send({ type: 'session.expired' }),
})
const actors = startActors(input, browserEffects(api))

// React Router reads its part from here and turns the errors in it back into what loaders threw. The shell has middleware
// and no loader: without an entry of its own the router would start over, and drop what an action answered.
Object.assign(window, {
  __staticRouterHydrationData: { ...state, loaderData: { shell: null, ...state.loaderData } },
})

// What the page shows must be there before it is hydrated: React would render a lazy route as nothing, unlike the server.
await Promise.all(
  (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return
    Object.assign(route, await route.lazy())
    delete route.lazy
  }),
)

const router = createBrowserRouter(routes, {
  getContext: () => {
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    context.set(actorsContext, actors)
    context.set(factsContext, facts)
    context.set(tellContext, tellIn(actors))
    context.set(zoneContext, async () => zoneIn(actors.session.getSnapshot()))
    return context
  },
})
hydrateRoot(
  root,
  <App {...{ actors, facts, api }} passwordForm={input.passwordForm}>
    <RouterProvider router={router} />
  </App>,
)
