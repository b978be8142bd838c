import type { ReactNode } from 'react'
import { listRecords } from '#shared/engine/recordCalls.ts'
import {
  listAddress,
  panelAddresses,
  parseListView,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { logEntriesIn } from '#shared/areas/stores/storeLogsCalls.ts'
import { useZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { logLine } from '../stores/logLine.ts'
import type { LogLine } from '../stores/logLine.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Table } from '#client/ui/Table.tsx'
import { MovedMembers, movesOf, toldByMoves } from './MovedMembers.tsx'
import type { Moves } from './MovedMembers.tsx'
import { logsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

type Opened = {
  entry: AnyRecord
  others: AnyRecord[]
  all: { label: string; to: string } | null
  moves: Moves | null
}

async function openEntry(work: PanelWork): Promise<Opened> {
  const entry = await openRecord(work)
  const [read] = logEntriesIn([entry])
  const [requested, moves] = await Promise.all([
    sameRequest(work, entry),
    read ? movesOf(read, Number(entry['storeId']), work) : null,
  ])
  return { entry, ...requested, moves }
}

/** What else was logged in the request of an entry. */
async function sameRequest(
  { api, resource, signal }: PanelWork,
  entry: AnyRecord,
): Promise<Pick<Opened, 'others' | 'all'>> {
  // What the platform does by itself is called by what it is, for ever: no request was made.
  if (!/\d/.test(String(entry['requestId']))) return { others: [], all: null }
  const filter = { field: 'requestId', op: 'eq', value: String(entry['requestId']) } as const
  const { asks: _asks, ...each } = resource
  const view = parseListView(resource, new URLSearchParams())
  const { query } = withQuery(view, { filters: [filter] })
  const { records, page } = await listRecords(api, each, query, signal)
  const label = say.allOfRequest(messages.list.total(page.total, page.totalIsCapped))
  return {
    others: records.filter(({ id }) => id !== entry.id),
    all: page.next === null ? null : { label, to: listAddress(resource, { ...view, query }) },
  }
}

const whole = (value: string) => <span className={styles.whole}>{value || say.empty}</span>

function EntryPanel({ resource, view, loaded }: PanelProps<Opened>) {
  const zone = useZone()
  const [line, ...others] = logEntriesIn([loaded.entry, ...loaded.others]).map((entry) =>
    logLine(entry, zone),
  )
  if (!line) return null
  const { moves } = loaded
  const changes = line.changes.filter(({ name }) => !moves || !toldByMoves.includes(name))
  const facts: [string, ReactNode][] = [
    [say.time, <Instant key="time" at={line.time} />],
    [say.severity, line.severity],
    [say.stream, line.stream],
    [say.actor, line.actor],
    [say.target, line.label],
    [say.result, line.result],
    [say.cause, line.cause],
    ['IP', line.ip],
    [say.request, line.requestId],
  ]
  const at = panelAddresses(resource, view)
  return (
    <Panel
      title={line.event}
      kind={resource.title.one}
      close={listAddress(resource, withPanel(view, null))}
      row={loaded.entry.id}
      size="medium"
    >
      <div className={panel.body}>
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
        {moves && <MovedMembers {...moves} />}
        {(changes.length > 0 || !moves) && <Changes caption={line.event} changes={changes} />}
        <h3 className={panel.asks}>{say.others}</h3>
        {others.length === 0 ? (
          <p>{say.noOthers}</p>
        ) : (
          <ul className={styles.others}>
            {others.map(({ id, event, label }) => (
              <li key={id}>
                <Link to={at('entry', Number(id))} preventScrollReset>
                  {event}
                </Link>{' '}
                {label}
              </li>
            ))}
          </ul>
        )}
        {loaded.all && (
          <p>
            <Link to={loaded.all.to}>{loaded.all.label}</Link>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Changes({ caption, changes }: { caption: string; changes: LogLine['changes'] }) {
  return (
    <>
      <h3 className={panel.asks}>{say.changes}</h3>
      {changes.length === 0 ? (
        <p>{say.noDiff}</p>
      ) : (
        <Table
          caption={caption}
          columns={[
            { label: say.field, render: ({ field }) => field },
            { label: say.before, render: ({ before }) => whole(before) },
            { label: say.after, render: ({ after }) => whole(after) },
          ]}
          rows={changes}
          keyOf={({ name }) => name}
        />
      )}
    </>
  )
}

/** All that one entry tells, with whom it moved and what else its request did. */
export const entryPanel = { Panel: EntryPanel, intents: {}, load: openEntry }
