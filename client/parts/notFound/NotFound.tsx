import { useState } from 'react'
import { data, useLocation, useSearchParams } from 'react-router'
import { findNearestRoutes, listFirstRoutes } from './findNearestRoutes.ts'
import { notFoundMessages } from './messages.ts'
import { StateMessage } from '#client/frame/index.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { Link } from '#client/ui/Link.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as styles from './NotFound.css.ts'

export const loader = () => data(null, { status: 404 })

/** Explains that no page has this URL, with a search over the pages and the nearest matches. */
export function Component() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [query, setQuery] = useState(params.get('page') ?? '')
  const nearest = findNearestRoutes(query || pathname)
  const isNear = nearest.length > 0
  return (
    <>
      <PageHeader />
      <StateMessage title={notFoundMessages.text}>
        <p className={styles.address}>{pathname}</p>
        <search className={styles.search}>
          {/* Without JavaScript, the search is sent to this URL. */}
          <form method="get" onSubmit={(event) => event.preventDefault()}>
            <TextInput
              id="find-page"
              name="page"
              type="search"
              label={notFoundMessages.search}
              defaultValue={query}
              onInput={(event) => setQuery(event.currentTarget.value)}
            />
          </form>
        </search>
        <h3 className={styles.heading}>
          {isNear ? notFoundMessages.nearest : notFoundMessages.fallback}
        </h3>
        <ul className={styles.list}>
          {(isNear ? nearest : listFirstRoutes()).map((route) => (
            <li key={route.path}>
              <Link to={route.path}>{route.title}</Link>
            </li>
          ))}
        </ul>
      </StateMessage>
    </>
  )
}
