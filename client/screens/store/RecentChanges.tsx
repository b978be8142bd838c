import { Instant } from '#client/ui/Instant.tsx'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import type { LogLine } from '#client/stores/logLine.ts'
import { storeLogLinesMessages } from './logWords.ts'
import * as layout from './Store.css.ts'
import * as styles from './overview.css.ts'

export function RecentChanges({ lines, store }: { lines: LogLine[]; store: AnyRecord }) {
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
          <What line={line} name={labelOf(stores, store)} />
          <p className={styles.when}>
            <Instant at={line.time} /> <span title={line.actor}>{line.actor}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function What({ line, name }: { line: LogLine; name: string }) {
  const [change, ...more] = line.changes
  const target = line.label === name ? '' : (line.label ?? '')
  if (change && more.length === 0 && change.before && change.after)
    return (
      <p className={styles.what}>
        {change.field}{' '}
        <strong>
          {change.before} → {change.after}
        </strong>{' '}
        <span className={layout.soft}>{target}</span>
      </p>
    )
  return (
    <p className={styles.what}>
      {line.isFailed ? <strong className={styles.failed}>{line.event}</strong> : line.event}{' '}
      <span className={layout.soft}>
        {target || line.changes.map(({ field }) => field).join(', ')}
      </span>
    </p>
  )
}
