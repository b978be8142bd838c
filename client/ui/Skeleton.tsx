import { messages } from '#shared/messages.ts'
import * as styles from './Skeleton.css.ts'

/** Stands where lines of content will be, at their height, so that nothing jumps when they come; three unless told otherwise. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label={messages.loading} className={styles.box}>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className={styles.line} />
      ))}
    </div>
  )
}
