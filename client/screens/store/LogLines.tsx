import type { ReactNode } from 'react'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/numbers.ts'
import { stores } from '#shared/resources/stores.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Status } from '#client/ui/Status.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { LogLine } from '#client/stores/logLine.ts'
import { storeLogLinesMessages } from './logWords.ts'
import { faultFilter } from './storeLog.ts'
import * as layout from './Store.css.ts'
import * as styles from './LogLines.css.ts'

const say = storeLogLinesMessages

/** Entries of a store's log as rows that open: what changed or why it failed, how often, from where, in which request. */
export function LogLines({ lines, store }: { lines: LogLine[]; store: AnyRecord }) {
  const name = labelOf(stores, store)
  return (
    <ol className={styles.log}>
      {lines.map((line) => (
        <li key={line.id}>
          <details className={styles.entry}>
            <summary className={styles.entryLine}>
              <span aria-hidden="true" className={styles.marker}>
                ›
              </span>
              <Instant at={line.time} className={layout.soft} />
              <Status tone={line.tone}>{line.severity}</Status>
              <span className={layout.soft}>{line.stream}</span>
              <span>
                <span className={layout.event}>{line.event}</span>{' '}
                {/* Most entries tell of the store itself, whose page this is. */}
                {line.label !== name && line.label}
                {line.isFailed && <span className={layout.soft}>{` · ${line.result}`}</span>}
                {line.count > 1 && (
                  <>
                    {' '}
                    <span className={styles.times}>{say.times(formatNumber(line.count))}</span>
                    <span className={styles.cause}>
                      <Instant at={line.first} say={say.since} />
                    </span>
                  </>
                )}
                {line.cause && <span className={styles.cause}>{line.cause}</span>}
              </span>
              <span className={styles.actor} title={line.actor}>
                {line.actor}
              </span>
            </summary>
            <Details line={line} storeId={store.id} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Details({ line, storeId }: { line: LogLine; storeId: number }) {
  const { event, changes, result, ip, requestId, isFailed, cause, count, fault } = line
  return (
    <div className={styles.entryMore}>
      {changes.length === 0 ? (
        // What failed changed nothing: there the cause is asked for.
        !isFailed && <p className={layout.soft}>{say.noDiff}</p>
      ) : (
        <Table
          caption={event}
          columns={[
            { label: say.field, render: ({ field }) => field },
            { label: say.beforeChange, render: ({ before }) => before || say.empty },
            { label: say.afterChange, render: ({ after }) => after || say.empty },
          ]}
          rows={changes}
          keyOf={({ name }) => name}
        />
      )}
      <dl className={layout.facts}>
        {isFailed && <Fact name={say.cause}>{cause ?? say.noCause}</Fact>}
        {count > 1 && (
          <>
            <Fact name={say.first}>
              <Instant at={line.first} />
            </Fact>
            <Fact name={say.last}>
              <Instant at={line.time} />
            </Fact>
          </>
        )}
        <Fact name={say.result}>{result || say.empty}</Fact>
        {(ip || !isFailed) && <Fact name={say.ip}>{ip || say.empty}</Fact>}
        <Fact name={say.request}>{requestId || say.empty}</Fact>
      </dl>
      {count > 1 && fault && (
        <p>
          <Link to={`${storeAddress(storeId, 'logs')}&${faultFilter}=${fault}`}>
            {say.allOf(formatNumber(count))}
          </Link>
        </p>
      )}
    </div>
  )
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={layout.fact}>
    <dt className={layout.soft}>{name}</dt>
    <dd>{children}</dd>
  </div>
)
