import * as styles from './Progress.css.ts'

type Props = { label: string; percent: number; wide?: boolean }

/** How far something is, 0 to 100: a bar and the number; `wide` where it has the line for itself. */
export function Progress({ label, percent, wide = false }: Props) {
  const width = wide ? 'full' : 'short'
  return (
    <span className={styles.progress[width]}>
      <progress className={styles.width[width]} max={100} value={percent} aria-label={label} />
      <span className={styles.number}>{percent}%</span>
    </span>
  )
}
