import { useSelector } from '@xstate/react'
import { getInitials } from '#shared/engine/user.ts'
import { messages } from '#shared/messages.ts'
import { homePath } from '#shared/navigation/guard.ts'
import { useActors, useFacts } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import { JobsButton } from './JobsButton.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import * as styles from './TopBar.css.ts'

/**
 * Shows the fixed job title and organization label, and the user's initials with the user menu
 * (spec.md sections 1 and 2).
 */
export function TopBar() {
  const { session } = useActors()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const { jobTitle, organisation } = useFacts()
  return (
    <header className={styles.bar}>
      <Link to={homePath} className={styles.brand}>
        {messages.product}
      </Link>
      <PaletteButton />
      <div className={styles.who}>
        <JobsButton />
        <div className={styles.labels}>
          <span className={styles.jobTitle}>{jobTitle}</span>
          <span className={styles.organisation}>{organisation}</span>
        </div>
        <UserMenu
          initials={user ? getInitials(user) : '?'}
          name={user?.name ?? user?.email ?? ''}
        />
      </div>
    </header>
  )
}
