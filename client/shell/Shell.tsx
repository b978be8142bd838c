import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { useSelector } from '@xstate/react'
import { isAuthenticated } from '#machines/session.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '../ConsoleContext.tsx'
import { currentRoute, pageTitle, recordName } from '../pageTitle.ts'
import { frame } from './frame.ts'
import { Notifications } from './Notifications.tsx'
import { useLinkClicks } from './useLinkClicks.ts'
import { useNotice } from './useNotice.ts'
import * as styles from './Shell.css.ts'

/** What stands around every page (spec.md section 2, "Shell"); a visitor who is not signed in sees the page alone. */
export function Shell() {
  const { session } = useActors()
  const authenticated = useSelector(session, isAuthenticated)
  const matches = useMatches()
  const route = currentRoute(matches)
  const atSignIn = route?.path === '/'
  // Where even the frame could not be loaded, its page says so and stands alone.
  const framed = authenticated && !atSignIn && frame.isLoaded()
  const title = pageTitle(route, recordName(matches.at(-1)?.loaderData))
  useEffect(() => {
    document.title = title
  }, [title])
  useNotice()
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
      {framed && <Framed />}
      {!framed && (authenticated || atSignIn) && (
        <main id="content">
          <Outlet />
        </main>
      )}
      {/* The session has ended and the page is about to reload: nothing of it may stay in sight. */}
      {!authenticated && !atSignIn && (
        <main id="content">
          <p role="status">{messages.loading}</p>
        </main>
      )}
    </>
  )
}

function Framed() {
  const { Frame } = frame.get()
  return <Frame />
}
