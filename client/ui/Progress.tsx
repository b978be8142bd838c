import * as styles from './Progress.css.ts'

/** How far something is, 0 to 100: a bar and the number. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <span className={styles.progress}>
      <progress className={styles.width.short} max={100} value={percent} aria-label={label} />
      <span className={styles.number}>{percent} %</span>
    </span>
  )
}
