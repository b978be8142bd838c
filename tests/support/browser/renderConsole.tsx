import { render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { App } from '#client/app.tsx'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import {
  actorsContext,
  apiContext,
  factsContext,
  notifyContext,
  notifyInBrowser,
  timeZoneContext,
  getTimeZone,
} from '#client/runtime/contexts.ts'
import type { ConsoleFacts } from '#client/runtime/contexts.ts'
import { routes } from '#client/router.tsx'
import type { NotificationInput } from '#machines/notifications.ts'
import type { SignedInUser } from '#shared/engine/user.ts'
import { memoryPlatform } from '../servers/memoryPlatform.ts'
import type { MemoryPlatform } from '../servers/memoryPlatform.ts'

export const operator: SignedInUser = {
  id: 7,
  storeId: 1,
  sIdentifier: 1,
  name: 'Ann Operator',
  email: 'ann@example.com',
}

type Options = {
  platform?: MemoryPlatform
  /** Default: the operator is signed in. */
  signedOut?: boolean
  /** What the platform keeps as the operator's time zone; undefined where it keeps none of anyone. */
  timeZone?: string | null
  permissions?: string[]
  /** False for an account of some stores. */
  allStores?: boolean
  /** Further fields of the signed-in user. */
  account?: Partial<SignedInUser>
  facts?: Partial<ConsoleFacts>
  notifications?: NotificationInput[]
}

/**
 * The whole console at an address, as `client/entry.tsx` puts it together: its own routes, machines and browser API, over a
 * platform in memory. Resolves when the page stands; it is taken down with the test.
 */
export async function renderConsole(path: string, options: Options = {}) {
  const { platform = memoryPlatform(), signedOut = false, permissions = [] } = options
  const { timeZone = null, allStores } = options
  const user = {
    ...operator,
    ...('timeZone' in options ? { timeZone } : {}),
    ...(allStores === undefined ? {} : { allStores }),
    ...options.account,
  }
  const facts: ConsoleFacts = {
    jobTitle: 'Super Administrator',
    organisation: 'Example Company',
    enforcePermissions: false,
    google: false,
    ...options.facts,
  }
  const reload = vi.fn<() => void>()
  const api = createBrowserApi({
    onUnauthorized: () => actors.session.send({ type: 'session.expired' }),
    fetch: platform.fetch,
  })
  const actors = startActors(
    {
      session: { authenticated: !signedOut, user: signedOut ? null : user, permissions },
      notifications: options.notifications ?? [],
    },
    { ...createBrowserEffects(api), reload },
  )
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
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
  delete document.documentElement.dataset['hydrated']
  const { unmount } = render(
    <App actors={actors} facts={facts} api={api} passwordForm={null}>
      <RouterProvider router={router} />
    </App>,
  )
  onTestFinished(() => {
    unmount()
    router.dispose()
    stopActors(actors)
  })
  // The first page of a worker waits for its modules, and the machine may be building meanwhile.
  const hydrated = () => expect(document.documentElement).toHaveAttribute('data-hydrated')
  await waitFor(hydrated, { timeout: 15_000 })
  return {
    platform,
    actors,
    router,
    /** Takes the page away, as leaving it does. */
    unmount,
    /** What the session asks for after it ended. */
    reload,
    user: userEvent.setup({ delay: null }),
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
