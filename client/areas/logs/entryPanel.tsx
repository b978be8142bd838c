import { members } from '#shared/areas/members/members.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { maskedEnding } from '#shared/engine/mask.ts'
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
import { loadPanelRecord } from '#client/frame/index.ts'
import { parseLogEntries } from '#client/list/logs/index.ts'
import { useCan, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { toLogLine } from '#client/list/logs/index.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { MemberMoves, loadMemberMoves, moveChangeNames } from './MemberMoves.tsx'
import type { MemberMovesData } from './MemberMoves.tsx'
import { logsMessages } from './messages.ts'
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

function EntryPanel({ resource, view, loaded }: PanelProps<EntryPanelData>) {
  const zone = useTimeZone()
  const can = useCan()
  const { entry, moves } = loaded
  const [line, ...others] = parseLogEntries([entry, ...loaded.others]).map((one) =>
    toLogLine(one, zone),
  )
  if (!line) return null
  const buildPanelUrl = createPanelUrls(resource, view)
  const isRevealable = !can(members, 'read') && can(orders, 'reveal') && isMasked(entry)
  return (
    <Panel
      title={line.event}
      kind={resource.title.one}
      close={buildListUrl(resource, withPanel(view, null))}
      row={entry.id}
      size="medium"
    >
      <div className={panel.body}>
        <EntryFacts entry={entry} hiddenChanges={moves ? moveChangeNames : []}>
          {isRevealable && (
            <div className={panel.inline}>
              <ButtonLink
                to={buildPanelUrl('revealEntry', entry.id)}
                size="small"
                color="white"
                preventScrollReset
              >
                {messages.addEllipsis(logsMessages.reveal)}
              </ButtonLink>
            </div>
          )}
          {moves && <MemberMoves {...moves} />}
        </EntryFacts>
        <h3 className={panel.subheading}>{logsMessages.others}</h3>
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

/** Whether the platform masked something in an entry. */
const isMasked = ({ label, cause, changes }: AnyRecord): boolean =>
  JSON.stringify([label, cause, changes]).includes(maskedEnding)

/** The panel of one entry, with the members it moved and the other entries of its request. */
export const entryPanel = { Panel: EntryPanel, intents: {}, load: loadEntry }
