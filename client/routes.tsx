import { redirect } from 'react-router'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'
import { isAuthenticated, isLeaving } from '#machines/session.ts'
import { redirectFor } from '#shared/guard.ts'
import { differsInNoticeAlone } from '#shared/notice.ts'
import { mayOpen } from '#shared/menu.ts'
import { messages } from '#shared/messages.ts'
import { routes as table } from '#shared/routes.ts'
import type { Route, RoutePath } from '#shared/routes.ts'
import { loadChunk } from './chunks.ts'
import { actorsContext, factsContext, userFailureContext } from './contexts.ts'
import { failWith, throwFailure } from './failures.ts'
import { listPanels } from './list/listPanels.ts'
import type { RouteHandle } from './pageTitle.ts'
import { loadParts } from './parts.ts'
import type { Part } from './parts.ts'
import { RouteFailure } from './screens/RouteFailure.tsx'
import { deferredTabs } from './screens/store/deferredTabs.ts'
import { storesPanels } from './screens/stores/storesPanels.ts'
import { sizesPanels } from './screens/sizes/sizesPanels.ts'
import { frame } from './shell/frame.ts'
import { Shell } from './shell/Shell.tsx'

/** What the module of a screen exports. */
export type Screen = {
  Component: () => React.ReactNode
  loader?: LoaderFunction
  action?: ActionFunction
}

type Chunk = {
  source: string
  load: () => Promise<Screen>
  /** The screen's action, where it has a chunk of its own: it is loaded when a form is sent. */
  action?: () => Promise<{ action: ActionFunction }>
  /** What only some addresses of the screen show. */
  parts?: readonly Part[]
}

/** The screens that are built, each in a chunk of its own; every other route of the table says that it is not. */
export const screens: Partial<Record<RoutePath, Chunk>> = {
  '/': { source: 'client/screens/SignIn.tsx', load: () => import('./screens/SignIn.tsx') },
  '/dashboard': {
    source: 'client/screens/Dashboard.tsx',
    load: () => import('./screens/Dashboard.tsx'),
  },
  '/stores': {
    source: 'client/screens/Stores.tsx',
    load: () => import('./screens/Stores.tsx'),
    action: () => import('./screens/stores/action.ts'),
    parts: [listPanels, storesPanels],
  },
  '/stores/:storeId': {
    source: 'client/screens/Store.tsx',
    load: () => import('./screens/Store.tsx'),
    action: () => import('./screens/store/formTabs.ts'),
    parts: deferredTabs,
  },
  '/stores/create': {
    source: 'client/screens/CreateStore.tsx',
    load: () => import('./screens/CreateStore.tsx'),
    action: () => import('./screens/createStore/wizardAction.ts'),
  },
  '/sizes': {
    source: 'client/screens/Sizes.tsx',
    load: () => import('./screens/Sizes.tsx'),
    action: () => import('./screens/sizes/action.ts'),
    parts: [listPanels, sizesPanels],
  },
}

const planned: Chunk = {
  source: 'client/screens/Planned.tsx',
  load: () => import('./screens/Planned.tsx'),
}

const notFound: Chunk = {
  source: 'client/screens/NotFound.tsx',
  load: () => import('./screens/NotFound.tsx'),
}

/** The navigation guard before every navigation in the browser; the server asks `redirectFor` before it routes. */
const guard: NonNullable<RouteObject['middleware']>[number] = async ({ request, context }) => {
  const { session } = context.get(actorsContext)
  // The reload decides where to; a sign-in form shown before it would lose what is typed into it.
  if (isLeaving(session.getSnapshot())) await new Promise(() => undefined)
  const url = new URL(request.url)
  const elsewhere = redirectFor(isAuthenticated(session.getSnapshot()), url.pathname + url.search)
  if (elsewhere && request.method === 'GET') throw redirect(elsewhere)
}

/** A loader that first asks whether the route may be opened (http.md, ENFORCE_PERMISSIONS). */
const allowed =
  (route: Route, { parts = [] }: Chunk, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    const { permissions } = args.context.get(actorsContext).session.getSnapshot().context
    const { enforcePermissions } = args.context.get(factsContext)
    const unknownUser = args.context.get(userFailureContext)
    if (enforcePermissions && unknownUser) throwFailure(unknownUser, messages.shell.account)
    if (!mayOpen(route, enforcePermissions, permissions))
      failWith({ code: 'forbidden', permission: route.permission ?? '' }, 403)
    const { searchParams } = new URL(args.request.url)
    const [loaded] = await Promise.all([loader?.(args) ?? null, loadParts(parts, searchParams)])
    return loaded
  }

/** An action that loads its chunk first. */
const actionOf =
  (load: NonNullable<Chunk['action']>): ActionFunction =>
  async (args) =>
    (await loadChunk(load)).action(args)

/** The chunk of a screen, and of the frame around it unless one is signed out there. */
async function loadScreen(load: Chunk['load'], around: readonly Part[]): Promise<Screen> {
  const [screen] = await Promise.all([loadChunk(load), ...around.map((part) => part.load())])
  return screen
}

/** One row of the table as React Router takes it. */
function routeObject(route: Route & { path: RoutePath }): RouteObject {
  const chunk = screens[route.path] ?? planned
  const around = route.path === '/' ? [] : [frame]
  const handle: RouteHandle = {
    route,
    chunk: chunk.source,
    parts: [...around, ...(chunk.parts ?? [])],
  }
  return {
    path: route.path,
    handle,
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      differsInNoticeAlone(currentUrl, nextUrl) ? false : defaultShouldRevalidate,
    lazy: async () => {
      const { Component, loader, action } = await loadScreen(chunk.load, around)
      const runs = chunk.action ? actionOf(chunk.action) : action
      return {
        Component,
        loader: allowed(route, chunk, loader),
        ...(runs ? { action: runs } : {}),
      }
    },
  }
}

/** Any other address: the not-found page with status 404. */
const anyOther: RouteObject = {
  path: '*',
  handle: { route: undefined, chunk: notFound.source, parts: [frame] } satisfies RouteHandle,
  lazy: () => loadScreen(notFound.load, [frame]),
}

/** Every shared element in every state; only in development builds (`npm run dev`). */
const kit: RouteObject[] =
  process.env['NODE_ENV'] === 'production'
    ? []
    : [
        {
          path: '/kit',
          handle: {
            route: { path: '/kit', title: 'Shared elements', permission: null, menu: false },
            chunk: 'client/screens/Kit.tsx',
            parts: [frame],
          },
          lazy: () => loadScreen(() => import('./screens/Kit.tsx'), [frame]),
        },
      ]

/** Every route of spec.md section 2 under the shell. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    Component: Shell,
    middleware: [guard],
    HydrateFallback: () => <p role="status">{messages.loading}</p>,
    children: [
      {
        ErrorBoundary: RouteFailure,
        children: [...table.map(routeObject), ...kit, anyOther],
      },
    ],
  },
]
