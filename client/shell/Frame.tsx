import { Outlet, useNavigation } from 'react-router'
import { KeysHelp } from './KeysHelp.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RouteFailure } from './RouteFailure.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import * as styles from './Shell.css.ts'
import { useEffect } from 'react'
import { useActors } from '../ConsoleContext.tsx'

/** What stands around the page of a signed-in operator (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  useWindowWidth()
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <Outlet />
      </main>
      <KeysHelp />
    </div>
  )
}

/** In place of a page that failed, under the name of its route. */
export const FailedPage = () => (
  <>
    <PageHeader />
    <RouteFailure />
  </>
)

/** Tells the side menu how wide the window is, from hydration on. */
function useWindowWidth(): void {
  const { sideMenu } = useActors()
  useEffect(() => {
    const tell = () => sideMenu.send({ type: 'window.resized', width: window.innerWidth })
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [sideMenu])
}
