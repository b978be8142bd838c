import type { Field } from '#shared/engine/fields/fields.ts'
import { Link } from '../ui/Link.tsx'
import { storeSummaryMessages } from './storeSummaryMessages.ts'
import * as styles from '../ui/inputs/Field.css.ts'

type Props = { id: string; field: Field; value: unknown; to: string | undefined }

/**
 * Renders, in place of a list of stores that may hold thousands, how many there are and a link to
 * them.
 */
export function StoreListCount({ id, field, value, to }: Props) {
  const count = Array.isArray(value) ? value.length : 0
  const words =
    count === 0
      ? (field.emptyLabel ?? storeSummaryMessages.count(0))
      : storeSummaryMessages.count(count)
  return (
    <div id={id}>
      <p className={styles.label}>{field.label}</p>
      <p>
        {words}
        {to !== undefined && (
          <>
            {' '}
            <Link to={to} preventScrollReset>
              {storeSummaryMessages.show}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
