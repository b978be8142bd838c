import { render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { App } from '#client/app.tsx'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { confirmation } from '#client/runtime/confirmIdentity.ts'
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
import { createMemoryPlatform } from '../servers/memoryPlatform.ts'
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
  /** The operator's saved time zone. Undefined if the platform doesn't support time zones. */
  timeZone?: string | null
  permissions?: string[]
  /** False for an account that is limited to some stores. */
  allStores?: boolean
  /** More fields of the signed-in user. */
  account?: Partial<SignedInUser>
  facts?: Partial<ConsoleFacts>
  notifications?: NotificationInput[]
}

/**
 * Renders the whole console at a path, as `client/entry.tsx` does, on a platform in memory.
 * Resolves when the page is hydrated, and unmounts it at the end of the test.
 */
export async function renderConsole(path: string, options: Options = {}) {
  const { platform = createMemoryPlatform(), signedOut = false, permissions = [] } = options
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
    passkeys: false,
    origin: 'https://console.example.com',
    ...options.facts,
  }
  const reload = vi.fn<() => void>()
  const api = createBrowserApi({
    onUnauthorized: () => actors.session.send({ type: 'session.expired' }),
    confirmIdentity: confirmation.confirm,
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
  // The first page of a worker waits for its modules, and the machine may be running a build.
  const hydrated = () => expect(document.documentElement).toHaveAttribute('data-hydrated')
  await waitFor(hydrated, { timeout: 15_000 })
  return {
    platform,
    actors,
    router,
    /** Unmounts the page, as leaving it does. */
    unmount,
    /** Records the reload after the session ends. */
    reload,
    user: userEvent.setup({ delay: null }),
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
