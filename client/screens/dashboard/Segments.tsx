import { Link } from '#client/ui/Link.tsx'
import * as styles from './RangeBar.css.ts'

type Segment = { title: string; to: string; current: boolean }

/** A few views of the same thing, each with an address of its own; the current one is marked. */
export function Segments({ label, items }: { label: string; items: readonly Segment[] }) {
  return (
    <ul className={styles.segments} aria-label={label}>
      {items.map(({ title, to, current }) => (
        <li key={title} className={styles.item}>
          <Link
            to={to}
            aria-current={current ? 'true' : undefined}
            className={styles.segment}
            preventScrollReset
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
