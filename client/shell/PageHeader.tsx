import { useMatches } from 'react-router'
import { breadcrumbsFor } from '#shared/breadcrumbs.ts'
import { messages } from '#shared/messages.ts'
import { currentRoute, recordName } from '../pageTitle.ts'
import { Link } from '../ui/Link.tsx'
import * as styles from './PageHeader.css.ts'

/** The route's name and the way to it from the Dashboard (spec.md section 2). */
export function PageHeader({ loading }: { loading: boolean }) {
  const matches = useMatches()
  const route = currentRoute(matches)
  const trail = route
    ? breadcrumbsFor(
        route.path,
        matches.at(-1)?.params ?? {},
        recordName(matches.at(-1)?.loaderData),
      )
    : breadcrumbsFor('', {})
  const title = route?.title ?? messages.notFound.title
  return (
    <header className={styles.header}>
      <nav aria-label={messages.shell.breadcrumbs}>
        <ol className={styles.trail}>
          {trail.map((step, at) => {
            const isPage = route !== undefined && at === trail.length - 1
            return (
              <li key={step.to} className={styles.step}>
                {isPage ? (
                  <span aria-current="page">{step.title}</span>
                ) : (
                  <Link to={step.to}>{step.title}</Link>
                )}
              </li>
            )
          })}
        </ol>
      </nav>
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        <p role="status" className={styles.loading}>
          {loading ? messages.loading : ''}
        </p>
      </div>
    </header>
  )
}
