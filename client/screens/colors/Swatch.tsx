import type { AnyRecord } from '#shared/engine/resource.ts'
import * as styles from '#client/form/inputs.css.ts'

/** Two colors in one frame, so that the eye can compare them. */
export function Halves({ left, right, size }: { left: string; right: string; size: number }) {
  const width = size * 2
  return (
    <svg width={width} height={size} aria-hidden="true">
      <rect width={size} height={size} fill={left} />
      <rect x={size} width={size} height={size} fill={right} />
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={size - 1}
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
  )
}

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
