import { useLocation } from 'react-router'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import type { ListLook } from '#client/list/listProps.ts'
import { logLook, logPanels, withWords } from '#client/areas/logs/logScreen.tsx'
import type { LogData } from '#client/areas/logs/logScreen.tsx'
import type { Api } from '#shared/engine/api.ts'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { listAddress, parseListView, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { messages } from '#shared/messages.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { tabTitles } from '#shared/areas/stores/tabTitles.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeLogLinesMessages as say } from './logWords.ts'
import { PartFailure } from '../PartFailure.tsx'
import { logOf } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import * as look from '#client/areas/logs/Logs.css.ts'
import * as layout from '../Store.css.ts'

/** The tab's list, its address, and how many entries its rows stand for, where it folds some. */
type TabLogs = LogData & { asked: string; entries: string | null }
type Data = TabLogs | PageFailure

const more = logPanels(logEntries)

const totalOf = ({ page: { total, totalIsCapped } }: RecordPage) =>
  messages.list.total(total, totalIsCapped)

/** How many entries there are where each is a row of its own; null where that is not known, or they are rows here. */
async function countOfEach(api: Api, id: number, params: URLSearchParams, signal: AbortSignal) {
  const { asks, ...each } = logOf(id, params)
  if (!asks) return null
  const one = { ...parseListView(each, params).query, limit: 1, after: null }
  return listRecords(api, each, one, signal).then(totalOf, () => null)
}

/** The page of a store's logs with what its tab asks for: there each entry is a row. */
function eachEntryAddress(storeId: number, tab: string, fault?: string): string {
  const page = { ...logEntries, path: logEntries.path.replace(':storeId', String(storeId)) }
  // The rest of the tab's address is none of the page's.
  const view = { ...withPanel(parseListView(page, new URLSearchParams(tab)), null), unread: [] }
  const equal: Filter[] = fault === undefined ? [] : [{ field: 'fault', op: 'eq', value: fault }]
  return listAddress(page, withQuery(view, { filters: [...view.query.filters, ...equal] }))
}

/** What happened, in words; equal failures are one row, which leads to each of them. */
function Event({ entry }: { entry: AnyRecord }) {
  const { search } = useLocation()
  const { said, event, count, fault, storeId } = entry
  if (Number(count ?? 1) < 2 || typeof fault !== 'string') return <>{String(said ?? event)}</>
  const times = formatNumber(Number(count))
  return (
    <span className={look.repeated}>
      <span>{String(said ?? event)}</span>{' '}
      <Link
        to={eachEntryAddress(Number(storeId), search, fault)}
        aria-label={say.allOf(times)}
        className={look.times}
      >
        {say.times(times)}
      </Link>
    </span>
  )
}

const cells: ListLook['cells'] = { ...logLook.cells, event: (entry) => <Event entry={entry} /> }

/** What happened in the store: the list of its logs, with equal failures as one. */
export const logs = defineTab<Data>({
  load: ({ api, zone, id, params, signal }) => {
    const list = withWords(loadList({ api, zone }, logOf(id, params), params, signal, more), zone)
    const reading = async (): Promise<TabLogs> => {
      const [page, entries] = await Promise.all([list, countOfEach(api, id, params, signal)])
      return { ...page, asked: String(params), entries: entries === totalOf(page) ? null : entries }
    }
    return orFailure(reading(), say.what)
  },
  render: ({ store, data }) =>
    isPageFailure(data) ? (
      <section id="logs" aria-label={tabTitles.logs} className={layout.tab}>
        <PartFailure failure={data} />
      </section>
    ) : (
      <div id="logs" className={layout.tab}>
        <ResourceList
          resource={logOf(store.id, new URLSearchParams(data.asked))}
          loaded={data}
          more={more}
          {...logLook}
          cells={cells}
          bar={(list) =>
            data.entries === null ? (
              logLook.bar?.(list)
            ) : (
              <p>
                {say.folded(totalOf(data), data.entries)}{' '}
                <Link to={eachEntryAddress(store.id, `?${data.asked}`)}>{say.eachEntry}</Link>
              </p>
            )
          }
        />
      </div>
    ),
})
