import type { AnyRecord } from '#shared/engine/resource.ts'
import { Halves } from '#client/ui/Halves.tsx'
import * as styles from '#client/form/inputs.css.ts'

/** What is two-coloured shows both colors; of one alone the list shows its usual cell. */
export function bothColors({ hex, secondHex }: AnyRecord) {
  if (typeof hex !== 'string' || typeof secondHex !== 'string') return null
  return (
    <span className={styles.swatch} title={`${hex}, ${secondHex}`}>
      <Halves left={hex} right={secondHex} size={14} />
      {hex}
    </span>
  )
}
