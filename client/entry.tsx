import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isAuthenticated } from '#machines/session.ts'
import { replaceEncodedLineEnds } from '#shared/navigation/guard.ts'
import { startActors } from './runtime/actors.ts'
import { App, hydrationElementId, rootElementId } from './app.tsx'
import { createBrowserApi } from './runtime/browserApi.ts'
import { confirmation } from './runtime/confirmIdentity.ts'
import { createBrowserEffects } from './runtime/browserEffects.ts'
import {
  actorsContext,
  apiContext,
  factsContext,
  notifyContext,
  notifyInBrowser,
  timeZoneContext,
  getTimeZone,
} from './runtime/contexts.ts'
import type { Hydration } from './app.tsx'
import { flashPart } from './runtime/flashPart.ts'
import { provideLazyParts, routes } from './router.tsx'
import { cacheStylesheet } from './runtime/stylesheet.ts'
import { listenForEarlyPaletteKey } from './shell/paletteKey.ts'

const container = document.getElementById(rootElementId)
const hydrationBlock = document.getElementById(hydrationElementId)
if (!container || !hydrationBlock?.textContent)
  throw new Error('The page came without the parts that the server renders')
const root = container

listenForEarlyPaletteKey()
provideLazyParts()

// The server of this same build wrote the block.
const { facts, input, router: state } = JSON.parse(hydrationBlock.textContent) as Hydration

const currentPath = replaceEncodedLineEnds(location.pathname)
if (currentPath !== location.pathname)
  history.replaceState(history.state, '', currentPath + location.search + location.hash)

const api = createBrowserApi({
  onUnauthorized: () => actors.session.send({ type: 'session.expired' }),
  confirmIdentity: confirmation.confirm,
})
const actors = startActors(input, createBrowserEffects(api))

// React Router reads its state from here and restores the errors that loaders threw. The shell has
// middleware but no loader: without its own entry, the router would start over and drop the
// action's data.
Object.assign(window, {
  __staticRouterHydrationData: { ...state, loaderData: { shell: null, ...state.loaderData } },
})

// Lazy routes must be loaded before hydration: React would render them as nothing, unlike the
// server.
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
    context.set(notifyContext, notifyInBrowser(actors))
    context.set(timeZoneContext, async () => getTimeZone(actors.session.getSnapshot()))
    return context
  },
})
hydrateRoot(
  root,
  <App {...{ actors, facts, api }} passwordForm={input.passwordForm}>
    <RouterProvider router={router} />
  </App>,
)

if (document.readyState === 'complete') void cacheStylesheet()
else addEventListener('load', () => void cacheStylesheet(), { once: true })

// The first write needs the texts of outcomes, and an interaction always comes before it. If they
// can't be loaded, the write tries again.
const loadOutcomeTexts = () => void flashPart.load().catch(() => undefined)
if (isAuthenticated(actors.session.getSnapshot()))
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, loadOutcomeTexts, { once: true })
