import { dashboardMessages } from './messages.ts'
import { messages } from '#shared/messages.ts'
import type { ClientList } from '#shared/engine/platformCalls.ts'
import { Link } from '#client/ui/Link.tsx'
import * as layout from './layout.css.ts'

/**
 * The number of entries in one of the four lists, null if unknown, and the path of its screen, if
 * it has one.
 */
export type ListCount = {
  list: ClientList
  count: number | null
  capped: boolean
  path: string | null
}

/** Lists the four client lists of spec.md section 3, each with its count. */
export function ClientLists({ lists }: { lists: readonly ListCount[] }) {
  return (
    <section aria-labelledby="lists" className={layout.section}>
      <h2 id="lists" className={layout.title}>
        {dashboardMessages.lists.title}
      </h2>
      <dl className={layout.lists}>
        {lists.map(({ list, count, capped, path }) => {
          const shown =
            count === null ? dashboardMessages.lists.unknown : messages.list.total(count, capped)
          return (
            <div key={list} className={layout.list}>
              <dt className={layout.soft}>{dashboardMessages.lists[list]}</dt>
              <dd>
                {path ? (
                  <Link to={path} className={layout.number}>
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
