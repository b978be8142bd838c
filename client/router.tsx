import { redirect } from 'react-router'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'
import { isAuthenticated, isAboutToReload } from '#machines/session.ts'
import { getRedirect } from '#shared/navigation/guard.ts'
import { isSameExceptFlash } from '#shared/navigation/flashMessage.ts'
import { isSameExceptPassword } from '#shared/navigation/passwordUrl.ts'
import { canOpen, getRequiredPermission } from '#shared/navigation/menu.ts'
import { messages } from '#shared/messages.ts'
import { routes as table } from '#shared/navigation/routes.ts'
import type { Route, RouteArea } from '#shared/navigation/routes.ts'
import { loadChunk, throwPageFailure, throwAsPageFailure } from './runtime/failures.ts'
import { flashPart } from './runtime/flashPart.ts'
import { actorsContext, factsContext, userFailureContext } from './runtime/contexts.ts'
import type { AreaScreens, RouteHandle, Screen } from './runtime/pageTitle.ts'
import { signInScreen } from './areas/signIn/index.ts'
import { RouteFailure } from './shell/RouteFailure.tsx'
import { RootLayout, BarePage } from './shell/RootLayout.tsx'
import { clientMessages } from './runtime/messages.ts'
import { trackWriteKeys, writeKeysContext } from './runtime/writeKeys.ts'
import type { WriteKeys } from './runtime/writeKeys.ts'

/** Every area with screens, or a part of one with its own index. Each has a chunk of its own. */
const areas: { readonly [Area in RouteArea]: () => Promise<{ screens: AreaScreens<Area> }> } = {
  account: () => import('./areas/account/index.ts'),
  alertChannels: () => import('./areas/alertChannels/index.ts'),
  apiKeys: () => import('./areas/apiKeys/index.ts'),
  attributes: () => import('./areas/attributes/index.ts'),
  blueprints: () => import('./areas/blueprints/index.ts'),
  calendar: () => import('./areas/calendar/index.ts'),
  cognito: () => import('./areas/cognito/index.ts'),
  colors: () => import('./areas/colors/index.ts'),
  credits: () => import('./areas/credits/index.ts'),
  dashboard: () => import('./areas/dashboard/index.ts'),
  'dashboard/alert': () => import('./areas/dashboard/alert/index.ts'),
  email: () => import('./areas/email/index.ts'),
  giftCards: () => import('./areas/giftCards/index.ts'),
  'giftCards/setup': () => import('./areas/giftCards/setup/index.ts'),
  logs: () => import('./areas/logs/index.ts'),
  members: () => import('./areas/members/index.ts'),
  'members/page': () => import('./areas/members/page/index.ts'),
  'payments/attempts': () => import('./areas/payments/attempts/index.ts'),
  'payments/setups': () => import('./areas/payments/setups/index.ts'),
  printful: () => import('./areas/printful/index.ts'),
  scheduledChanges: () => import('./areas/scheduledChanges/index.ts'),
  sizes: () => import('./areas/sizes/index.ts'),
  sso: () => import('./areas/sso/index.ts'),
  stickers: () => import('./areas/stickers/index.ts'),
  'stores/create': () => import('./areas/stores/create/index.ts'),
  'stores/details': () => import('./areas/stores/details/index.ts'),
  'stores/list': () => import('./areas/stores/list/index.ts'),
  themes: () => import('./areas/themes/index.ts'),
  training: () => import('./areas/training/index.ts'),
  users: () => import('./areas/users/index.ts'),
  'users/groups': () => import('./areas/users/groups/index.ts'),
  'users/permissions': () => import('./areas/users/permissions/index.ts'),
  webhooks: () => import('./areas/webhooks/index.ts'),
}

const loadFrame = () => import('./frame/route.ts')

/** Loads the frame with the overlays in the URL, which a page must have before it hydrates. */
async function loadFrameRoute() {
  const { Component, loader, loadRequestedOverlays } = await loadFrame()
  if (typeof location === 'object')
    await loadRequestedOverlays(new URLSearchParams(location.search))
  return { Component, loader }
}

type LoadScreen = () => Promise<Screen>

/** Loads the screen of a route: its area's, or the list of the resource at its path. */
export async function loadScreen({ path, area }: Route): Promise<Screen> {
  if (area === undefined) return (await loadFrame()).createPlainListScreen(path)
  // The route table's types say that the area exists and has a screen for the path.
  const { screens } = await areas[area as RouteArea]()
  return screens[path as keyof typeof screens]
}

/** Guards every navigation in the browser. The server calls `getRedirect` before it routes. */
const guardNavigation: NonNullable<RouteObject['middleware']>[number] = async ({
  request,
  context,
}) => {
  const { session } = context.get(actorsContext)
  // The reload decides the destination. A sign-in form shown before it would lose what is typed
  // into it.
  if (isAboutToReload(session.getSnapshot())) await new Promise(() => undefined)
  const url = new URL(request.url)
  const redirectUrl = getRedirect(isAuthenticated(session.getSnapshot()), url.pathname + url.search)
  if (redirectUrl && request.method === 'GET') throw redirect(redirectUrl)
}

/**
 * Creates a loader that first checks whether the route may be opened (http.md,
 * ENFORCE_PERMISSIONS).
 */
const guardLoader =
  (route: Route, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    const { context: visitor } = args.context.get(actorsContext).session.getSnapshot()
    const facts = args.context.get(factsContext)
    const unknownUser = args.context.get(userFailureContext)
    if (facts.enforcePermissions && unknownUser)
      throwAsPageFailure(unknownUser, messages.shell.account)
    if (!canOpen(route, facts, visitor))
      throwPageFailure(
        { code: 'forbidden', permission: getRequiredPermission(route, visitor) },
        403,
      )
    return loader ? loader(args) : null
  }

/** Each page's last submitted write, and the function that its submissions get their keys from. */
const pageWrites = new WeakMap<object, { last: Promise<void>; submitForm: () => WriteKeys }>()

/**
 * Runs a page's writes one after another, in the order they were submitted, so that a test after a
 * save tests what was saved.
 */
const queueAction =
  (action: ActionFunction): ActionFunction =>
  async (...args) => {
    const [{ context }] = args
    const page = context.get(actorsContext)
    const { last: previousWrite, submitForm } = pageWrites.get(page) ?? {
      last: Promise.resolve(),
      submitForm: trackWriteKeys(),
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    pageWrites.set(page, { last: promise, submitForm })
    context.set(writeKeysContext, submitForm())
    // Without its text, the next page's URL carries the outcome.
    const loadingTexts =
      isAuthenticated(page.session.getSnapshot()) && flashPart.load().catch(() => undefined)
    try {
      await Promise.all([previousWrite, loadingTexts])
      return await action(...args)
    } finally {
      resolve()
    }
  }

/** Converts a row of the table to a React Router route. */
function toRouteObject(route: Route, load: LoadScreen = () => loadScreen(route)): RouteObject {
  return {
    path: route.path,
    handle: { route } satisfies RouteHandle,
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      isSameExceptFlash(currentUrl, nextUrl) || isSameExceptPassword(currentUrl, nextUrl)
        ? false
        : defaultShouldRevalidate,
    lazy: async () => {
      const { Component, loader, action } = await loadChunk(load)
      return {
        Component,
        loader: guardLoader(route, loader),
        ...(action && { action: queueAction(action) }),
      }
    },
  }
}

const signInRoute = toRouteObject(table[0], async () => signInScreen)

const areaRoutes: RouteObject[] = table.slice(1).map((route) => toRouteObject(route))

/** Any other URL: the not-found page with status 404. */
const notFoundRoute: RouteObject = {
  path: '*',
  lazy: () => loadChunk(() => import('./parts/notFound/NotFound.tsx')),
}

/** Every shared element in every state; only in development builds (`npm run dev`). */
const kitRoutes: RouteObject[] =
  process.env['NODE_ENV'] === 'production'
    ? []
    : [
        toRouteObject(
          { path: '/kit', title: clientMessages.kit, permission: null, menu: false },
          () => import('./kit/Kit.tsx'),
        ),
      ]

export { provideLazyParts } from './lazyParts.ts'

/** Every route of spec.md section 2 under the shell; all but the sign-in page within the frame. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    Component: RootLayout,
    middleware: [guardNavigation],
    HydrateFallback: () => <p role="status">{messages.loading}</p>,
    children: [
      {
        Component: BarePage,
        children: [{ ErrorBoundary: RouteFailure, children: [signInRoute] }],
      },
      {
        lazy: () => loadChunk(loadFrameRoute),
        // The frame itself couldn't be loaded.
        ErrorBoundary: () => (
          <BarePage>
            <RouteFailure />
          </BarePage>
        ),
        children: [
          {
            lazy: async () => ({ ErrorBoundary: (await loadChunk(loadFrame)).FailedPage }),
            children: [...areaRoutes, ...kitRoutes, notFoundRoute],
          },
        ],
      },
    ],
  },
]
