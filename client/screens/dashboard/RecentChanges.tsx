import type { Change } from '#shared/auditCalls.ts'
import { dashboardMessages } from '#shared/dashboard/dashboardMessages.ts'
import { formatInstant } from '#shared/dates.ts'
import { eventWords } from '#shared/eventWords.ts'
import type { PageFailure } from '#client/failures.ts'
import { failureSentence } from '#client/failureSentence.ts'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import * as layout from './layout.css.ts'
import * as styles from './RecentChanges.css.ts'

/** What changed last: when, what, which record, who; or why that is not known. */
export function RecentChanges({ changes }: { changes: Change[] | PageFailure }) {
  return (
    <section aria-labelledby="recent" className={layout.section}>
      <h2 id="recent" className={layout.title}>
        {dashboardMessages.recent}
      </h2>
      {'code' in changes ? (
        <p className={layout.soft}>{failureSentence(changes)}</p>
      ) : (
        <Changes changes={changes} />
      )}
    </section>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <StateMessage title={dashboardMessages.noChanges} />
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <time dateTime={change.time} className={layout.soft}>
            {formatInstant(change.time)}
          </time>
          <span className={styles.event}>{eventWords(change.event)}</span>
          <span className={styles.target}>{change.label ?? ''}</span>
          <span className={layout.soft}>{change.actor}</span>
        </li>
      ))}
    </ol>
  )
}
