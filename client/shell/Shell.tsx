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
import { useActors } from '../runtime/ConsoleContext.tsx'
import { getCurrentRoute, buildPageTitle, getRecordName } from '../runtime/pageTitle.ts'
import { saveVisitedPage } from './paletteUrl.ts'
import { Notifications } from './Notifications.tsx'
import { useLinkClicks } from './useLinkClicks.ts'
import * as styles from './Shell.css.ts'
import {
  parseFlash,
  flashParam,
  formatFlashMessage,
  removeFlash,
} from '#shared/navigation/flashMessage.ts'

/** What stands around every page (spec.md section 2, "Shell"); a visitor who is not signed in sees the page alone. */
export function Shell() {
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
  // Says that the page's script runs: from now on keys and machines are there.
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
        // The session has ended and the page is about to reload: nothing of it may stay in sight.
        <BarePage>
          <p role="status">{messages.loading}</p>
        </BarePage>
      )}
    </>
  )
}

/** A page without the frame: the sign-in page, and what is said where there can be no other. */
export const BarePage = ({ children = <Outlet /> }: { children?: ReactNode }) => (
  <main id="content">{children}</main>
)

/** What an action in the browser did is said when the page stands that it led to. */
function usePreparedNotifications(): void {
  const { notifications } = useActors()
  const isIdle = useNavigation().state === 'idle'
  const { key } = useLocation()
  const shown = isIdle ? key : null
  useEffect(() => {
    if (shown !== null) notifications.send({ type: 'page.shown' })
  }, [notifications, shown])
}

/** Server actions name their outcome in the address (`?notice=saved`); here it leaves it. The first load has shown it. */
function useFlashMessage(): void {
  const { notifications } = useActors()
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const said = parseFlash(params)
    if (!params.has(flashParam)) return
    const firstLoad = key === 'default'
    if (said && !firstLoad)
      notifications.send({ type: 'notification.show', notification: formatFlashMessage(said) })
    const address = pathname + removeFlash(search) + hash
    void navigate(address, { replace: true, preventScrollReset: true })
  }, [notifications, pathname, search, hash, key, navigate])
}
