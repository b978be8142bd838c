import { Outlet, useNavigation } from 'react-router'
import { KeysHelp } from './KeysHelp.tsx'
import { PageHeader } from './PageHeader.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useWindowWidth } from './useWindowWidth.ts'
import * as styles from './Shell.css.ts'

/** What stands around the page of a signed-in operator (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  useWindowWidth()
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <PageHeader loading={loading} />
        <Outlet />
      </main>
      <KeysHelp />
    </div>
  )
}
