import type { Field } from '#shared/engine/fields/fields.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeSummaryMessages as say } from './summaryMessages.ts'
import * as styles from '#client/ui/inputs/Field.css.ts'

type Props = { id: string; field: Field; value: unknown; to: string | undefined }

/** What a form shows in place of a list of stores, which may hold thousands: how many, and the way to them. */
export function StoreSummary({ id, field, value, to }: Props) {
  const count = Array.isArray(value) ? value.length : 0
  const words = count === 0 ? (field.none ?? say.count(0)) : say.count(count)
  return (
    <div id={id}>
      <p className={styles.label}>{field.label}</p>
      <p>
        {words}
        {to !== undefined && (
          <>
            {' '}
            <Link to={to} preventScrollReset>
              {say.show}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}
