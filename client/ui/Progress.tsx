import * as styles from './Progress.css.ts'

type Props = { label: string; percent: number; wide?: boolean }

/** Renders progress from 0 to 100 as a bar and a number. `wide` fills the line. */
export function Progress({ label, percent, wide = false }: Props) {
  const width = wide ? 'full' : 'short'
  return (
    <span className={styles.progress[width]}>
      <progress className={styles.width[width]} max={100} value={percent} aria-label={label} />
      <span className={styles.number}>{percent}%</span>
    </span>
  )
}
