import '#client/frame/forms.ts'
import type { Side } from '#shared/engine/bulk/bulkCalls.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import { columnLabel, fieldOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { useZone } from '#client/runtime/ConsoleContext.tsx'
import * as styles from './Sides.css.ts'

type Props = { resource: Resource; before: Side; after: Side; none?: string; named?: boolean }

/** What a record holds now, and then, field by field; a single one is named where nothing else does. `none` where nothing is to tell. */
export function Sides({ resource, before, after, none, named = false }: Props) {
  const zone = useZone()
  // What amounts are counted in comes along, changed or not.
  const names = Object.keys(after).filter(
    (name) =>
      fieldOf(resource, name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const words = (name: string, side: Side) => {
    const field = fieldOf(resource, name)
    return (field && inWords(field, side[name], side, name, zone)) || formMessages.none
  }
  if (names.length === 0) return <span className={styles.sides}>{none}</span>
  return (
    <span className={styles.sides}>
      {names.map((name) => (
        <span key={name}>
          {(named || names.length > 1) && (
            <span className={styles.of}>{columnLabel(resource, name)} </span>
          )}
          <del>{words(name, before)}</del> <span aria-hidden="true">→</span>{' '}
          <ins>{words(name, after)}</ins>
        </span>
      ))}
    </span>
  )
}
