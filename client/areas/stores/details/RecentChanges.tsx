import { Instant } from '#client/ui/Instant.tsx'
import type { LogLine } from '../logLine.ts'
import { storeLogLinesMessages } from './tabs/logWords.ts'
import * as layout from './Store.css.ts'
import * as styles from './tabs/overview.css.ts'

export function RecentChanges({ lines }: { lines: LogLine[] }) {
  if (lines.length === 0)
    return (
      <div className={layout.inset}>
        <p className={layout.soft}>{storeLogLinesMessages.none}</p>
      </div>
    )
  return (
    <ol className={layout.rows}>
      {lines.map((line) => (
        <li key={line.id} className={styles.change}>
          <p className={styles.what} data-failed={line.isFailed || undefined}>
            {line.said.words} {line.said.change && <strong>{line.said.change}</strong>}
          </p>
          <p className={styles.when}>
            <Instant at={line.time} /> <span title={line.actor}>{line.actor}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
