import { messages } from '#shared/messages.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { LogLine } from '#client/list/logs/index.ts'
import { storeLogMessages } from './tabs/logMessages.ts'
import * as layout from './Store.css.ts'
import * as styles from './tabs/overview.css.ts'

export function RecentChanges({ lines }: { lines: LogLine[] }) {
  if (lines.length === 0)
    return (
      <div className={layout.inset}>
        <p className={layout.soft}>{storeLogMessages.noChanges}</p>
      </div>
    )
  return (
    <ol className={layout.rows}>
      {lines.map((line) => (
        <li key={line.id} className={styles.change}>
          <p className={styles.description} data-failed={line.isFailed || undefined}>
            {line.summary.words} {line.summary.change && <strong>{line.summary.change}</strong>}
          </p>
          <p className={styles.time}>
            <Instant at={line.time} />{' '}
            {line.by !== null && <span title={line.by}>{messages.by(line.by)}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}
