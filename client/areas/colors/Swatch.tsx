import type { AnyRecord } from '#shared/engine/resource.ts'
import * as styles from './Swatch.css.ts'

const isColorValue = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Shows a record's color before its name, or both colors if it has two. A record without one gets
 * the default cell.
 */
export const createNamedColorCell = (name: string, hex: string) => (record: AnyRecord) => {
  const { [hex]: color, secondHex } = record
  if (!isColorValue(color)) return null
  return (
    <>
      <svg className={styles.swatch} width="16" height="16" aria-hidden="true">
        <rect width="16" height="16" rx="4" fill={color} />
        {isColorValue(secondHex) && (
          <path d="M8 0h4a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8z" fill={secondHex} />
        )}
        <rect
          x="0.5"
          y="0.5"
          width="15"
          height="15"
          rx="3.5"
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.25"
        />
      </svg>
      {String(record[name])}
    </>
  )
}
