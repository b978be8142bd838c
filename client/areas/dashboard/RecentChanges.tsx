import { messages } from '#shared/messages.ts'
import { dashboardMessages } from './messages.ts'
import { Instant } from '#client/ui/Instant.tsx'
import type { PageFailure } from '#client/runtime/failures.ts'
import { formatPageFailure } from '#client/runtime/formatError.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { RetryForm } from '#client/shell/RouteFailure.tsx'
import type { DescribedChange } from './recentChange.ts'
import * as layout from './layout.css.ts'
import * as styles from './RecentChanges.css.ts'

export function RecentChanges({ changes }: { changes: DescribedChange[] | PageFailure }) {
  return (
    <section aria-labelledby="recent" className={layout.section}>
      <h2 id="recent" className={layout.title}>
        {dashboardMessages.recent}
      </h2>
      {'code' in changes ? (
        <div className={styles.failure}>
          <p className={layout.soft}>{formatPageFailure(changes)}</p>
          {changes.code !== 'not_offered' && <RetryForm code={changes.code} />}
        </div>
      ) : (
        <ChangeList changes={changes} />
      )}
    </section>
  )
}

function ChangeList({ changes }: { changes: DescribedChange[] }) {
  if (changes.length === 0) return <StateMessage title={dashboardMessages.noChanges} />
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <Instant at={change.time} className={layout.soft} />
          <span className={styles.event}>
            <ChangeSentence {...change} />
          </span>
          {change.by !== null && <span className={styles.actor}>{messages.by(change.by)}</span>}
        </li>
      ))}
    </ol>
  )
}

const recordUrls: Record<string, (id: number) => string> = {
  stores: (id) => `/stores/${id}`,
  sizes: (id) => `/sizes?edit=${id}`,
}

/** Shows what changed. The record's name in the sentence links to the record, if it has a page. */
function ChangeSentence({ event, label, targetType, targetId, description }: DescribedChange) {
  const buildRecordUrl =
    targetType && Object.hasOwn(recordUrls, targetType) && recordUrls[targetType]
  const hasLink =
    label && buildRecordUrl && typeof targetId === 'number' && !event.endsWith('.deleted')
  const start = hasLink ? description.lastIndexOf(label) : -1
  if (!hasLink || start === -1) return description
  return (
    <>
      {description.slice(0, start)}
      <Link to={buildRecordUrl(targetId)}>{label}</Link>
      {description.slice(start + label.length)}
    </>
  )
}
