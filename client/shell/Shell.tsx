import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router'
import { useSelector } from '@xstate/react'
import { isAuthenticated } from '#machines/session.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '../ConsoleContext.tsx'
import { currentRoute, pageTitle, recordName } from '../pageTitle.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { Notifications } from './Notifications.tsx'
import { PageHeader } from './PageHeader.tsx'
import { ResetPasswordModal } from './ResetPasswordModal.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useNotice } from './useNotice.ts'
import { useWindowWidth } from './useWindowWidth.ts'
import * as styles from './Shell.css.ts'

/** What stands around every page (spec.md section 2, "Shell"); a visitor who is not signed in sees the page alone. */
export function Shell() {
  const { session } = useActors()
  const authenticated = useSelector(session, isAuthenticated)
  const matches = useMatches()
  const route = currentRoute(matches)
  const atSignIn = route?.path === '/'
  const title = pageTitle(route, recordName(matches.at(-1)?.loaderData))
  useEffect(() => {
    document.title = title
  }, [title])
  useNotice()
  useWindowWidth()
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
      {authenticated && !atSignIn && <SignedIn />}
      {atSignIn && (
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

function SignedIn() {
  const loading = useNavigation().state === 'loading'
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <PageHeader loading={loading} />
        <Outlet />
      </main>
      <ResetPasswordModal />
      <KeysHelp />
    </div>
  )
}
