import { formMessages } from '#shared/engine/fields/formMessages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './inputs.css.ts'

/**
 * Renders the selected entries, each with a button that removes it. With `moveUp`, their order can be
 * changed, so each but the first has another button.
 */
export function Chips<Key extends string | number>({
  entries,
  remove,
  moveUp,
}: {
  entries: readonly { key: Key; label: string }[]
  remove: (key: Key) => void
  moveUp?: ((key: Key) => void) | undefined
}) {
  if (entries.length === 0) return null
  return (
    <ul className={styles.chips}>
      {entries.map(({ key, label }, index) => (
        <li key={key} className={styles.chip}>
          {moveUp ? `${index + 1}. ${label}` : label}
          {moveUp && index > 0 && (
            <button
              type="button"
              className={`${styles.remove} ${glyph.up}`}
              aria-label={formMessages.moveUp(label)}
              onClick={() => moveUp(key)}
            />
          )}
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
