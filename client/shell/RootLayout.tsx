import { useEffect } from 'react'
import type { ReactNode } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useMatches,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useSelector } from '@xstate/react'
import { isAuthenticated } from '#machines/session.ts'
import { messages } from '#shared/messages.ts'
import type { Actors } from '../runtime/actors.ts'
import { useActors } from '../runtime/ConsoleContext.tsx'
import { flashPart } from '../runtime/flashPart.ts'
import { getCurrentRoute, buildPageTitle, getRecordName } from '../runtime/pageTitle.ts'
import { saveVisitedPage } from './paletteUrl.ts'
import { Notifications } from './Notifications.tsx'
import { useLinkClicks } from './useLinkClicks.ts'
import * as styles from './Shell.css.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { flashParam } from '#shared/engine/urlParams.ts'

/**
 * Renders the elements around every page (spec.md section 2, "Shell"). A visitor who isn't signed
 * in sees only the page.
 */
export function RootLayout() {
  const { session } = useActors()
  const authenticated = useSelector(session, isAuthenticated)
  const matches = useMatches()
  const route = getCurrentRoute(matches)
  const atSignIn = route?.path === '/'
  const { pathname } = useLocation()
  const title = buildPageTitle(route, getRecordName(matches.at(-1)?.loaderData))
  useEffect(() => {
    document.title = title
    saveVisitedPage(pathname, title)
  }, [pathname, title])
  useFlashMessage()
  usePreparedNotifications()
  useLinkClicks()
  // Marks the page as hydrated: keys and machines work from now on.
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
  }, [])
  return (
    <>
      <a className={styles.skip} href="#content">
        {messages.shell.skip}
      </a>
      <Notifications />
      <ScrollRestoration />
      {authenticated || atSignIn ? (
        <Outlet />
      ) : (
        // The session has ended and the page is about to reload, so none of it may stay visible.
        <BarePage>
          <p role="status">{messages.loading}</p>
        </BarePage>
      )}
    </>
  )
}

/**
 * Renders a page without the frame: the sign-in page, and messages when no other page is possible.
 */
export const BarePage = ({ children = <Outlet /> }: { children?: ReactNode }) => (
  <main id="content">{children}</main>
)

/** Shows notifications of an action in the browser once the page that it leads to is shown. */
function usePreparedNotifications(): void {
  const { notifications } = useActors()
  const isIdle = useNavigation().state === 'idle'
  const { key } = useLocation()
  const shown = isIdle ? key : null
  useEffect(() => {
    if (shown !== null) notifications.send({ type: 'page.shown' })
  }, [notifications, shown])
}

/**
 * Shows and removes the outcome that a server action puts into the URL (`?notice=saved`). The first
 * load only removes it, since the server has already shown it.
 */
function useFlashMessage(): void {
  const { notifications } = useActors()
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!params.has(flashParam)) return
    const firstLoad = key === 'default'
    // The page shows what changed, even without its message.
    if (!firstLoad) showFlash(params, notifications).catch(() => undefined)
    const address = pathname + removeFlash(search) + hash
    void navigate(address, { replace: true, preventScrollReset: true })
  }, [notifications, pathname, search, hash, key, navigate])
}

/** Shows the outcome that a URL states, if the console knows it. */
async function showFlash(
  params: URLSearchParams,
  notifications: Actors['notifications'],
): Promise<void> {
  const { parseFlash, formatFlashMessage } = await flashPart.load()
  const flash = parseFlash(params)
  if (flash)
    notifications.send({ type: 'notification.show', notification: formatFlashMessage(flash) })
}
