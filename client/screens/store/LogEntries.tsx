import ChevronRight from 'lucide-react/icons/chevron-right'
import { formatInstant } from '#shared/dates.ts'
import { eventWords } from '#shared/eventWords.ts'
import { labelOf } from '#shared/resource.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import type { StoreLogEntry } from '#shared/stores/storeAnswers.ts'
import { logFieldLabel, logFieldText } from '#shared/stores/logFields.ts'
import { logResults, logSeverities, logStreams } from '#shared/stores/storeLogs.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { Status } from '#client/ui/Status.tsx'
import { Table } from '#client/ui/Table.tsx'
import * as styles from '../Store.css.ts'

const say = storeMessages.logs

const tones: Record<string, 'good' | 'warn' | 'bad' | 'off'> = {
  info: 'off',
  warning: 'warn',
  error: 'bad',
}

/** The words of a stream, a severity or a result; one that a newer platform has is shown as it is. */
const wordOf = (words: Record<string, string>, value: string) =>
  Object.hasOwn(words, value) ? words[value] : value

/** Entries of a store's log as rows that open: what changed, from where, in which request. */
export function LogEntries({ entries, store }: { entries: StoreLogEntry[]; store: AnyRecord }) {
  const name = labelOf(stores, store)
  return (
    <ol className={styles.log}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className={styles.entry}>
            <summary className={styles.entryLine}>
              <ChevronRight size={14} aria-hidden="true" className={styles.marker} />
              <time dateTime={entry.time} className={styles.soft}>
                {formatInstant(entry.time)}
              </time>
              <Status tone={tones[entry.severity] ?? 'off'}>
                {wordOf(logSeverities, entry.severity)}
              </Status>
              <span className={styles.soft}>{wordOf(logStreams, entry.stream)}</span>
              <span>
                <span className={styles.event}>{eventWords(entry.event)}</span>{' '}
                {/* Most entries tell of the store itself, whose page this is. */}
                {entry.label !== name && entry.label}
                {entry.result !== 'ok' && (
                  <span className={styles.soft}>{` · ${wordOf(logResults, entry.result)}`}</span>
                )}
              </span>
              <span className={styles.actor}>{entry.actor}</span>
            </summary>
            <Details entry={entry} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Details({ entry }: { entry: StoreLogEntry }) {
  const changes = Object.entries(entry.changes)
  return (
    <div className={styles.entryMore}>
      {changes.length === 0 ? (
        <p className={styles.soft}>{say.noDiff}</p>
      ) : (
        <Table
          caption={eventWords(entry.event)}
          columns={[
            { label: say.field, render: ([name]) => logFieldLabel(entry.targetType, name) },
            { label: say.beforeChange, render: (change) => sideOf(entry, change, 'before') },
            { label: say.afterChange, render: (change) => sideOf(entry, change, 'after') },
          ]}
          rows={changes}
          keyOf={([name]) => name}
        />
      )}
      <dl className={styles.facts}>
        <Fact name={say.result} value={wordOf(logResults, entry.result) ?? ''} />
        <Fact name={say.ip} value={entry.ip} />
        <Fact name={say.request} value={entry.requestId} />
      </dl>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className={styles.fact}>
    <dt className={styles.soft}>{name}</dt>
    <dd className={styles.wrap}>{value || say.empty}</dd>
  </div>
)

/** One side of a change as text; platforms may write the new value alone. */
function sideOf(
  { targetType }: StoreLogEntry,
  [name, change]: [string, unknown],
  side: 'before' | 'after',
): string {
  const isPair = typeof change === 'object' && change !== null && side in change
  const value: unknown = isPair
    ? Object.entries(change).find(([key]) => key === side)?.[1]
    : side === 'after'
      ? change
      : null
  return logFieldText(targetType, name, value) || say.empty
}
