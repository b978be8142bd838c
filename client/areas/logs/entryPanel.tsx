import type { ReactNode } from 'react'
import { listRecords } from '#shared/engine/recordCalls.ts'
import {
  buildListUrl,
  createPanelUrls,
  parseListView,
  withPanel,
  withQuery,
} from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { Table, loadPanelRecord } from '#client/frame/index.ts'
import { parseLogEntries } from '#client/list/logs/index.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { toLogLine } from '#client/list/logs/index.ts'
import type { LogLine } from '#client/list/logs/index.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { MemberMoves, loadMemberMoves, moveChangeNames } from './MemberMoves.tsx'
import type { MemberMovesData } from './MemberMoves.tsx'
import { logsMessages } from './messages.ts'
import { renderTarget } from './renderTarget.tsx'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Logs.css.ts'

type EntryPanelData = {
  entry: AnyRecord
  others: AnyRecord[]
  all: { label: string; to: string } | null
  moves: MemberMovesData | null
}

async function loadEntry(context: PanelLoadContext): Promise<EntryPanelData> {
  const entry = await loadPanelRecord(context)
  const [read] = parseLogEntries([entry])
  const [requested, moves] = await Promise.all([
    loadRequestEntries(context, entry),
    read ? loadMemberMoves(read, context) : null,
  ])
  return { entry, ...requested, moves }
}

/** Loads the other entries of the same request. */
async function loadRequestEntries(
  { api, resource, signal }: PanelLoadContext,
  entry: AnyRecord,
): Promise<Pick<EntryPanelData, 'others' | 'all'>> {
  // Entries of the platform's own jobs have a fixed name instead of a request ID, so there was no
  // request.
  if (!/\d/.test(String(entry['requestId']))) return { others: [], all: null }
  const filter = { field: 'requestId', op: 'eq', value: String(entry['requestId']) } as const
  const { listParams: _listParams, ...unfiltered } = resource
  const view = parseListView(resource, new URLSearchParams())
  const { query } = withQuery(view, { filters: [filter] })
  const { records, page } = await listRecords(api, unfiltered, query, signal)
  const label = logsMessages.allOfRequest(messages.list.total(page.total, page.totalIsCapped))
  return {
    others: records.filter(({ id }) => id !== entry.id),
    all: page.next === null ? null : { label, to: buildListUrl(resource, { ...view, query }) },
  }
}

const renderValue = (value: string) => (
  <span className={styles.value}>{value || logsMessages.empty}</span>
)

function EntryPanel({ resource, view, loaded }: PanelProps<EntryPanelData>) {
  const zone = useTimeZone()
  const [line, ...others] = parseLogEntries([loaded.entry, ...loaded.others]).map((entry) =>
    toLogLine(entry, zone),
  )
  if (!line) return null
  const { moves } = loaded
  const changes = line.changes.filter(({ name }) => !moves || !moveChangeNames.includes(name))
  const facts: [string, ReactNode][] = [
    [logsMessages.time, <Instant key="time" at={line.time} />],
    [logsMessages.severity, line.severity],
    [logsMessages.stream, line.stream],
    [logsMessages.actor, line.actor],
    [logsMessages.target, renderTarget({ ...loaded.entry, label: line.label })],
    [logsMessages.result, line.result],
    [logsMessages.cause, line.cause],
    ['IP', line.ip],
    [logsMessages.request, line.requestId],
  ]
  const buildPanelUrl = createPanelUrls(resource, view)
  return (
    <Panel
      title={line.event}
      kind={resource.title.one}
      close={buildListUrl(resource, withPanel(view, null))}
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
        {moves && <MemberMoves {...moves} />}
        {(changes.length > 0 || !moves) && <ChangesTable caption={line.event} changes={changes} />}
        <h3 className={panel.asks}>{logsMessages.others}</h3>
        {others.length === 0 ? (
          <p>{logsMessages.noOthers}</p>
        ) : (
          <ul className={styles.others}>
            {others.map(({ id, summary }) => (
              <li key={id}>
                <Link to={buildPanelUrl('entry', Number(id))} preventScrollReset>
                  {summary.words}
                </Link>{' '}
                {summary.change}
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

function ChangesTable({ caption, changes }: { caption: string; changes: LogLine['changes'] }) {
  return (
    <>
      <h3 className={panel.asks}>{logsMessages.changes}</h3>
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

/** The panel of one entry, with the members it moved and the other entries of its request. */
export const entryPanel = { Panel: EntryPanel, intents: {}, load: loadEntry }
