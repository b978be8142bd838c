import { limits } from '#shared/limits.ts'
import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { ListProps } from '../listProps.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Pager.css.ts'

const listMessages = messages.list

/**
 * Renders the range of the page, its size, and links to the next and the previous one. Stays at the
 * bottom.
 */
export function Pager({ resource, view, data }: ListProps) {
  const { next, previous, total, totalIsCapped, from } = data.page
  const all = listMessages.total(total, totalIsCapped)
  const noun = total === 1 ? resource.title.one : resource.title.many
  const shown = data.records.length
  const isOnlyPage = next === null && previous === null
  // If there are no rows, their place says so. The count is still announced to screen readers.
  const isEmpty = shown === 0 && isOnlyPage
  return (
    <nav className={isEmpty ? visuallyHidden : styles.pager} aria-label={listMessages.pages}>
      <p aria-live="polite">
        {data.failed
          ? ''
          : from && shown > 0 && !isOnlyPage
            ? listMessages.range(from, from + shown - 1, all)
            : `${all} ${noun}`}
      </p>
      {(!isOnlyPage || total > limits.pageSizes[0]) && <PageSizes {...{ resource, view }} />}
      {!isOnlyPage && <PageLinks {...{ resource, view, data }} />}
    </nav>
  )
}

const PageSizes = ({ resource, view }: Pick<ListProps, 'resource' | 'view'>) => (
  <ul className={styles.sizes} aria-label={listMessages.pageSize}>
    {limits.pageSizes.map((limit) => (
      <li key={limit}>
        <Link
          to={buildListUrl(resource, withQuery(view, { limit }))}
          aria-current={limit === view.query.limit ? 'true' : undefined}
          className={styles.size}
          preventScrollReset
        >
          {limit}
        </Link>
      </li>
    ))}
  </ul>
)

function PageLinks({ resource, view, data }: Pick<ListProps, 'resource' | 'view' | 'data'>) {
  const { next, previous } = data.page
  return (
    <div className={styles.steps}>
      {(
        [
          ['prev', listMessages.previous, previous],
          ['next', listMessages.next, next],
        ] as const
      ).map(([rel, words, after]) => {
        const button = {
          size: 'small',
          color: 'white',
          children:
            rel === 'prev' ? (
              <>
                <span className={glyph.previous} />
                {words}
              </>
            ) : (
              <>
                {words}
                <span className={glyph.next} />
              </>
            ),
        } as const
        // Both are always there, so that neither moves.
        return after === null ? (
          <Button key={rel} {...button} disabled />
        ) : (
          <ButtonLink
            key={rel}
            {...button}
            to={buildListUrl(resource, withQuery(view, { after }))}
            rel={rel}
            preventScrollReset
          />
        )
      })}
    </div>
  )
}
