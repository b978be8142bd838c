import { historyKinds, passedWords } from '#shared/engine/integrations/tests.ts'
import type { HistoryEntry } from '#shared/engine/integrations/tests.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { integrationWords as say } from '../words.ts'
import * as styles from '../integrations.css.ts'

const tones = { passed: 'good', failed: 'bad', unknown: 'warn', running: 'off' } as const

const toldBy = ({ what, outcome, sentence, steps }: HistoryEntry): string => {
  if (!['test', 'check', 'signIn', 'degraded'].includes(what)) return historyKinds[what]
  if (outcome === 'running') return `${historyKinds[what]}: ${say.running}`
  return `${historyKinds[what]}: ${sentence ?? passedWords(steps)}`
}

const toneOf = ({ what, outcome }: HistoryEntry) =>
  what === 'changed' || what === 'disabled' ? 'off' : what === 'degraded' ? 'bad' : tones[outcome]

/** All that happened to an integration: what was changed, tested and found, the last first. */
export function TestHistory({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>{say.history}</h2>
      </div>
      {history.length === 0 && <p className={`${styles.inset} ${styles.soft}`}>{say.empty}</p>}
      <ol>
        {history.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <Status tone={toneOf(entry)}>
              <span className={styles.told}>{toldBy(entry)}</span>
            </Status>
            <span className={styles.soft}>
              <Instant at={entry.startedAt} />
            </span>
            <span className={styles.soft}>{entry.actor}</span>
            <span className={styles.soft}>{say.version(entry.version)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
