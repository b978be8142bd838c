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
import { currentRoute, pageTitle, recordName } from '../runtime/pageTitle.ts'
import { remember } from './finding.ts'
import { Notifications } from './Notifications.tsx'
import { useLinkClicks } from './useLinkClicks.ts'
import * as styles from './Shell.css.ts'
import { noticeIn, noticeParam, outcomeMessage, withoutNotice } from '#shared/navigation/notice.ts'

/** What stands around every page (spec.md section 2, "Shell"); a visitor who is not signed in sees the page alone. */
export function Shell() {
  const { session } = useActors()
  const authenticated = useSelector(session, isAuthenticated)
  const matches = useMatches()
  const route = currentRoute(matches)
  const atSignIn = route?.path === '/'
  const { pathname } = useLocation()
  const title = pageTitle(route, recordName(matches.at(-1)?.loaderData))
  useEffect(() => {
    document.title = title
    remember(pathname, title)
  }, [pathname, title])
  useNotice()
  usePrepared()
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
        <StandsAlone>
          <p role="status">{messages.loading}</p>
        </StandsAlone>
      )}
    </>
  )
}

/** A page without the frame: the sign-in page, and what is said where there can be no other. */
export const StandsAlone = ({ children = <Outlet /> }: { children?: ReactNode }) => (
  <main id="content">{children}</main>
)

/** What an action in the browser did is said when the page stands that it led to. */
function usePrepared(): void {
  const { notifications } = useActors()
  const isIdle = useNavigation().state === 'idle'
  const { key } = useLocation()
  const shown = isIdle ? key : null
  useEffect(() => {
    if (shown !== null) notifications.send({ type: 'page.shown' })
  }, [notifications, shown])
}

/** Server actions name their outcome in the address (`?notice=saved`); here it leaves it. The first load has shown it. */
function useNotice(): void {
  const { notifications } = useActors()
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const said = noticeIn(params)
    if (!params.has(noticeParam)) return
    const firstLoad = key === 'default'
    if (said && !firstLoad)
      notifications.send({ type: 'notification.show', notification: outcomeMessage(said) })
    const address = pathname + withoutNotice(search) + hash
    void navigate(address, { replace: true, preventScrollReset: true })
  }, [notifications, pathname, search, hash, key, navigate])
}
