import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Table } from '#client/frame/index.ts'
import { parseLogEntries, toLogLine } from '#client/list/logs/index.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { logsMessages } from './messages.ts'
import { renderTarget } from './renderTarget.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

type Props = {
  entry: AnyRecord
  /** Changes that are shown otherwise. */
  hiddenChanges?: readonly string[]
  /** What is shown between the facts and the changes. */
  children?: ReactNode
}

/** The facts of a log entry, and the fields that it changed. */
export function EntryFacts({ entry, hiddenChanges = [], children }: Props) {
  const zone = useTimeZone()
  const [parsed] = parseLogEntries([entry])
  if (!parsed) return null
  const line = toLogLine(parsed, zone)
  const changes = line.changes.filter(({ name }) => !hiddenChanges.includes(name))
  const facts: [string, ReactNode][] = [
    [logsMessages.time, <Instant key="time" at={line.time} />],
    [logsMessages.severity, line.severity],
    [logsMessages.stream, line.stream],
    [logsMessages.actor, line.actor],
    [logsMessages.target, renderTarget({ ...entry, label: line.label })],
    [logsMessages.result, line.result],
    [logsMessages.cause, line.cause],
    ['IP', line.ip],
    [logsMessages.request, line.requestId],
  ]
  return (
    <>
      <dl className={panel.facts}>
        {facts.flatMap(([name, value]) =>
          value
            ? [
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {children}
      {(changes.length > 0 || hiddenChanges.length === 0) && (
        <ChangesTable caption={line.event} changes={changes} />
      )}
    </>
  )
}

const renderValue = (value: string) => (
  <span className={styles.value}>{value || logsMessages.empty}</span>
)

type ChangesTableProps = {
  caption: string
  changes: ReturnType<typeof toLogLine>['changes']
}

function ChangesTable({ caption, changes }: ChangesTableProps) {
  return (
    <>
      <h3 className={panel.subheading}>{logsMessages.changes}</h3>
      {changes.length === 0 ? (
        <p>{logsMessages.noDiff}</p>
      ) : (
        <Table
          caption={caption}
          columns={[
            { label: logsMessages.field, render: ({ field }) => field },
            { label: logsMessages.before, render: ({ before }) => renderValue(before) },
            { label: logsMessages.after, render: ({ after }) => renderValue(after) },
          ]}
          rows={changes}
          keyOf={({ name }) => name}
        />
      )}
    </>
  )
}
