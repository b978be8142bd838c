import { formMessages } from '#shared/engine/fields/formMessages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './inputs.css.ts'

/** Renders the selected entries, each with a button that removes it. */
export function Chips<Key extends string | number>({
  entries,
  remove,
}: {
  entries: readonly { key: Key; label: string }[]
  remove: (key: Key) => void
}) {
  if (entries.length === 0) return null
  return (
    <ul className={styles.chips}>
      {entries.map(({ key, label }) => (
        <li key={key} className={styles.chip}>
          {label}
          <button
            type="button"
            className={`${styles.remove} ${glyph.cross}`}
            aria-label={formMessages.removeOne(label)}
            onClick={() => remove(key)}
          />
        </li>
      ))}
    </ul>
  )
}
