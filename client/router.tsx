import { redirect } from 'react-router'
import type { ActionFunction, LoaderFunction, RouteObject } from 'react-router'
import { isAuthenticated, isLeaving } from '#machines/session.ts'
import { redirectFor } from '#shared/navigation/guard.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { differsInNoticeAlone } from '#shared/navigation/notice.ts'
import { differsInPasswordAlone } from '#shared/navigation/passwordAddress.ts'
import { mayOpen, neededFor } from '#shared/navigation/menu.ts'
import { messages } from '#shared/messages.ts'
import { routes as table } from '#shared/navigation/routes.ts'
import type { Route, RoutePath } from '#shared/navigation/routes.ts'
import { loadChunk, failWith, throwFailure } from './runtime/failures.ts'
import { actorsContext, factsContext, userFailureContext } from './runtime/contexts.ts'
import type { RouteHandle, Screen } from './runtime/pageTitle.ts'
import { RouteFailure } from './shell/RouteFailure.tsx'
import { Shell, StandsAlone } from './shell/Shell.tsx'
import { clientMessages } from './runtime/messages.ts'

type Load = () => Promise<Screen>

const frame = async () => {
  const module = await import('./frame/signedIn.ts')
  if (typeof location === 'object') await module.loadAsked(new URLSearchParams(location.search))
  return module
}

/**
 * The screen of a resource that has only a list. `source` is the file of its definition, which the page loads in addition to
 * the frame.
 */
const plain =
  (source: string, definition: () => Promise<Resource>): Load =>
  async () => {
    const [{ plainScreen }, resource] = await Promise.all([frame(), definition()])
    return { ...plainScreen(resource), source }
  }

/** The screen of each route, in a chunk of its own. */
const screens: Record<RoutePath, Load> = {
  '/': () => import('./areas/signIn/SignIn.tsx'),
  '/dashboard': () => import('./areas/dashboard/Dashboard.tsx'),
  '/stores': () => import('./areas/stores/list/Stores.tsx'),
  '/stores/:storeId': () => import('./areas/stores/details/Store.tsx'),
  '/stores/:storeId/member/mobile-sso/setup': () => import('./areas/sso/members/MemberSignOn.tsx'),
  '/stores/:storeId/adminSso/setup': () => import('./areas/sso/admins/AdminSignOn.tsx'),
  '/stores/:storeId/logs': () => import('./areas/logs/Logs.tsx'),
  '/members/groups': () => import('./areas/members/Groups.tsx'),
  '/stores/create': () => import('./areas/stores/create/CreateStore.tsx'),
  '/attributes': () => import('./areas/attributes/Attributes.tsx'),
  '/attributes/:parentAttributeId/subAttributes': plain(
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

const notFound: Load = () => import('./shell/notFound/NotFound.tsx')

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
  (route: Route, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    const { context: visitor } = args.context.get(actorsContext).session.getSnapshot()
    const facts = args.context.get(factsContext)
    const unknownUser = args.context.get(userFailureContext)
    if (facts.enforcePermissions && unknownUser) throwFailure(unknownUser, messages.shell.account)
    if (!mayOpen(route, facts, visitor))
      failWith({ code: 'forbidden', permission: neededFor(route, visitor) }, 403)
    return loader ? loader(args) : null
  }

const turns = new WeakMap<object, Promise<void>>()

/** Of a page's writes one is made after another, as they were pressed: who saves and then tests, tests what was saved. */
const inTurn =
  (action: ActionFunction): ActionFunction =>
  async (...given) => {
    const page = given[0].context.get(actorsContext)
    const [before, { promise, resolve }] = [turns.get(page), Promise.withResolvers<void>()]
    turns.set(page, promise)
    try {
      await before
      return await action(...given)
    } finally {
      resolve()
    }
  }

/** One row of the table as React Router takes it. */
function routeObject(route: Route, load: Load): RouteObject {
  return {
    path: route.path,
    handle: { route, load } satisfies RouteHandle,
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      differsInNoticeAlone(currentUrl, nextUrl) || differsInPasswordAlone(currentUrl, nextUrl)
        ? false
        : defaultShouldRevalidate,
    lazy: async () => {
      const { Component, loader, action } = await loadChunk(load)
      return {
        Component,
        loader: allowed(route, loader),
        ...(action && { action: inTurn(action) }),
      }
    },
  }
}

/** The routes at these paths of the table, or all others. */
const routesOf = (isWanted: (path: string) => boolean): RouteObject[] =>
  table.filter(({ path }) => isWanted(path)).map((route) => routeObject(route, screens[route.path]))

/** Any other address: the not-found page with status 404. */
const anyOther: RouteObject = {
  path: '*',
  handle: { load: notFound } satisfies RouteHandle,
  lazy: () => loadChunk(notFound),
}

/** Every shared element in every state; only in development builds (`npm run dev`). */
const kit: RouteObject[] =
  process.env['NODE_ENV'] === 'production'
    ? []
    : [
        routeObject(
          { path: '/kit', title: clientMessages.kit, permission: null, menu: false },
          () => import('./kit/Kit.tsx'),
        ),
      ]

/** Every route of spec.md section 2 under the shell; all but the sign-in page within the frame. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    Component: Shell,
    middleware: [guard],
    HydrateFallback: () => <p role="status">{messages.loading}</p>,
    children: [
      {
        Component: StandsAlone,
        children: [{ ErrorBoundary: RouteFailure, children: routesOf((path) => path === '/') }],
      },
      {
        handle: { load: frame } satisfies RouteHandle,
        lazy: () => loadChunk(frame),
        // Where even the frame could not be loaded.
        ErrorBoundary: () => (
          <StandsAlone>
            <RouteFailure />
          </StandsAlone>
        ),
        children: [
          {
            lazy: async () => ({ ErrorBoundary: (await loadChunk(frame)).FailedPage }),
            children: [...routesOf((path) => path !== '/'), ...kit, anyOther],
          },
        ],
      },
    ],
  },
]
