import { redirect } from 'react-router'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'
import { isAuthenticated, isAboutToReload } from '#machines/session.ts'
import { getRedirect } from '#shared/navigation/guard.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { isSameExceptFlash } from '#shared/navigation/flashMessage.ts'
import { isSameExceptPassword } from '#shared/navigation/passwordUrl.ts'
import { canOpen, getRequiredPermission } from '#shared/navigation/menu.ts'
import { messages } from '#shared/messages.ts'
import { routes as table } from '#shared/navigation/routes.ts'
import type { Route, RoutePath } from '#shared/navigation/routes.ts'
import { loadChunk, throwPageFailure, throwAsPageFailure } from './runtime/failures.ts'
import { actorsContext, factsContext, userFailureContext } from './runtime/contexts.ts'
import type { RouteHandle, Screen } from './runtime/pageTitle.ts'
import { RouteFailure } from './shell/RouteFailure.tsx'
import { RootLayout, BarePage } from './shell/RootLayout.tsx'
import { clientMessages } from './runtime/messages.ts'

type ScreenLoader = () => Promise<Screen>

const loadFrame = async () => {
  const module = await import('./frame/signedIn.ts')
  if (typeof location === 'object')
    await module.loadRequestedOverlays(new URLSearchParams(location.search))
  return module
}

/**
 * Creates the screen of a resource that has only a list. `source` is the file of its definition,
 * which the page loads in addition to the frame.
 */
const createScreenLoader =
  (source: string, definition: () => Promise<Resource>): ScreenLoader =>
  async () => {
    const [{ createListScreen }, resource] = await Promise.all([loadFrame(), definition()])
    return { ...createListScreen(resource), source }
  }

/** The screen of each route, in a chunk of its own. */
const screenLoaders: Record<RoutePath, ScreenLoader> = {
  '/': () => import('./areas/signIn/SignIn.tsx'),
  '/dashboard': () => import('./areas/dashboard/Dashboard.tsx'),
  '/stores': () => import('./areas/stores/list/Stores.tsx'),
  '/stores/:storeId': () => import('./areas/stores/details/Store.tsx'),
  '/stores/:storeId/member/mobile-sso/setup': () => import('./areas/sso/members/MobileSso.tsx'),
  '/stores/:storeId/adminSso/setup': () => import('./areas/sso/admins/AdminSso.tsx'),
  '/stores/:storeId/logs': () => import('./areas/logs/Logs.tsx'),
  '/members/groups': () => import('./areas/members/MemberGroups.tsx'),
  '/stores/create': () => import('./areas/stores/create/CreateStore.tsx'),
  '/attributes': () => import('./areas/attributes/Attributes.tsx'),
  '/attributes/:parentAttributeId/subAttributes': createScreenLoader(
    'shared/areas/attributes/subAttributes.ts',
    async () => (await import('#shared/areas/attributes/subAttributes.ts')).subAttributes,
  ),
  '/userGroups': () => import('./areas/users/groups/UserGroups.tsx'),
  '/userGroups/create': () => import('./areas/users/groups/CreateUserGroup.tsx'),
  '/permissions': () => import('./areas/users/permissions/Permissions.tsx'),
  '/users': () => import('./areas/users/Users.tsx'),
  '/training': () => import('./areas/training/Training.tsx'),
  '/training/:categoryId/content': () => import('./areas/training/TrainingContent.tsx'),
  '/paymentAttempt': () => import('./areas/payments/attempts/Attempts.tsx'),
  '/credits': () => import('./areas/credits/Credits.tsx'),
  '/sizes': () => import('./areas/sizes/Sizes.tsx'),
  '/stickers': () => import('./areas/stickers/Stickers.tsx'),
  '/smtpSettings': () => import('./areas/email/SmtpSettings.tsx'),
  '/themes': () => import('./areas/themes/Themes.tsx'),
  '/payment-setup': () => import('./areas/payments/setups/PaymentSetups.tsx'),
  '/payment-setup/:id/details': () => import('./areas/payments/setups/PaymentDetails.tsx'),
  '/printfulSetup': () => import('./areas/printful/Printful.tsx'),
  '/wegift/templates': () => import('./areas/giftCards/Templates.tsx'),
  '/giftCardSetup': () => import('./areas/giftCards/GiftCardSetup.tsx'),
  '/cognitoSetup': () => import('./areas/cognito/Cognito.tsx'),
  '/colors': () => import('./areas/colors/Colors.tsx'),
}

const loadNotFound: ScreenLoader = () => import('./shell/notFound/NotFound.tsx')

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

const pendingWrites = new WeakMap<object, Promise<void>>()

/**
 * Runs a page's writes one after another, in the order they were submitted, so that a test after a
 * save tests what was saved.
 */
const queueAction =
  (action: ActionFunction): ActionFunction =>
  async (...args) => {
    const page = args[0].context.get(actorsContext)
    const [previousWrite, { promise, resolve }] = [
      pendingWrites.get(page),
      Promise.withResolvers<void>(),
    ]
    pendingWrites.set(page, promise)
    try {
      await previousWrite
      return await action(...args)
    } finally {
      resolve()
    }
  }

/** Converts a row of the table to a React Router route. */
function toRouteObject(route: Route, load: ScreenLoader): RouteObject {
  return {
    path: route.path,
    handle: { route, load } satisfies RouteHandle,
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

/** Builds the routes whose paths match. */
const buildRoutes = (isWanted: (path: string) => boolean): RouteObject[] =>
  table
    .filter(({ path }) => isWanted(path))
    .map((route) => toRouteObject(route, screenLoaders[route.path]))

/** Any other URL: the not-found page with status 404. */
const notFoundRoute: RouteObject = {
  path: '*',
  handle: { load: loadNotFound } satisfies RouteHandle,
  lazy: () => loadChunk(loadNotFound),
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
        children: [{ ErrorBoundary: RouteFailure, children: buildRoutes((path) => path === '/') }],
      },
      {
        handle: { load: loadFrame } satisfies RouteHandle,
        lazy: () => loadChunk(loadFrame),
        // The frame itself couldn't be loaded.
        ErrorBoundary: () => (
          <BarePage>
            <RouteFailure />
          </BarePage>
        ),
        children: [
          {
            lazy: async () => ({ ErrorBoundary: (await loadChunk(loadFrame)).FailedPage }),
            children: [...buildRoutes((path) => path !== '/'), ...kitRoutes, notFoundRoute],
          },
        ],
      },
    ],
  },
]
