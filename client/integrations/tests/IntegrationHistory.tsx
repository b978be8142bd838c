import { formatActor } from '#shared/engine/actors.ts'
import { historyKinds, formatTestStepSummary } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { messages } from '#shared/messages.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { setupPageMessages } from '../setupPageMessages.ts'
import * as styles from '../integrations.css.ts'

const testOutcomeTones = { passed: 'good', failed: 'bad', unknown: 'warn', running: 'off' } as const

/** Formats an entry. A new status says its reason unless the check before it does. */
const formatHistoryEntry = (
  { what, outcome, sentence, steps }: TestHistoryEntry,
  previous: TestHistoryEntry | undefined,
): string => {
  if (what === 'degraded')
    return sentence === null || sentence === previous?.sentence
      ? setupPageMessages.statusFailing
      : setupPageMessages.statusFailingBecause(sentence)
  if (!['test', 'check', 'signIn'].includes(what)) return historyKinds[what]
  if (outcome === 'running') return `${historyKinds[what]}: ${setupPageMessages.running}`
  return `${historyKinds[what]}: ${sentence ?? formatTestStepSummary(steps)}`
}

const getEntryTone = ({ what, outcome }: TestHistoryEntry) =>
  what === 'changed' || what === 'disabled'
    ? 'off'
    : what === 'degraded'
      ? 'bad'
      : testOutcomeTones[outcome]

/** Lists all changes, tests, and checks of an integration, newest first. */
export function IntegrationHistory({ history }: { history: readonly TestHistoryEntry[] }) {
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>{setupPageMessages.history}</h2>
      </div>
      {history.length === 0 && (
        <p className={`${styles.inset} ${styles.soft}`}>{setupPageMessages.empty}</p>
      )}
      <ol>
        {history.map((entry, index) => (
          <li key={entry.id} className={styles.entry}>
            <Status tone={getEntryTone(entry)}>
              <span className={styles.wrappingText}>
                {formatHistoryEntry(entry, history[index + 1])}
              </span>
            </Status>
            <span className={styles.soft}>
              <Instant at={entry.startedAt} />
            </span>
            <span className={styles.soft}>{setupPageMessages.version(entry.version)}</span>
            <span className={styles.soft}>{messages.by(formatActor(entry.actor))}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
