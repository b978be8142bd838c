import type { DiffSide } from '#shared/engine/bulk/bulkCalls.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getColumnLabel, getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import * as styles from './Diff.css.ts'

type Props = {
  resource: Resource
  before: DiffSide
  after: DiffSide
  none?: string
  named?: boolean
  /** A new record has no values before. */
  isNew?: boolean
}

/**
 * Renders a record's values before and after, field by field. A single field is named only if
 * `named`; `none` is shown if nothing differs.
 */
export function Diff({ resource, before, after, none, named = false, isNew = false }: Props) {
  const zone = useTimeZone()
  // The unit of amounts is always included, so unchanged values are dropped.
  const names = Object.keys(after).filter(
    (name) =>
      getField(resource, name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const format = (name: string, side: DiffSide) => {
    const field = getField(resource, name)
    return (field && formatValue(field, side[name], side, name, zone)) || formMessages.none
  }
  if (names.length === 0) return <span className={styles.sides}>{none}</span>
  return (
    <span className={styles.sides}>
      {names.map((name) => (
        <span key={name}>
          {(named || names.length > 1) && (
            <span className={styles.column}>{getColumnLabel(resource, name)} </span>
          )}
          {!isNew && (
            <>
              <del>{format(name, before)}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>{format(name, after)}</ins>
        </span>
      ))}
    </span>
  )
}
