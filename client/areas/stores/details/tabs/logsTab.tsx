import { useLocation } from 'react-router'
import { storeTabTitles } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListOptions } from '#client/list/listProps.ts'
import type { LogsArea } from '#client/frame/index.ts'
import type { Api } from '#shared/engine/api.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, parseListView, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { messages } from '#shared/messages.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeLogMessages } from './logMessages.ts'
import { FailureWithRetry } from '../FailureWithRetry.tsx'
import { createStoreLogResource } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import type { StoreTab } from './storeTab.tsx'
import * as look from './logsTab.css.ts'
import * as layout from '../Store.css.ts'

/** The tab's list, its URL parameters, and the number of entries if equal failures are grouped. */
type StoreLogData = ListData & { at: string } & { search: string; entries: string | null }
type LogsTabData = StoreLogData | PageFailure

const formatTotal = ({ page: { total, totalIsCapped } }: RecordPage) =>
  messages.list.total(total, totalIsCapped)

/** Counts the entries before grouping. Null if unknown, or if nothing is grouped. */
async function loadEntryCount(api: Api, id: number, params: URLSearchParams, signal: AbortSignal) {
  const { listParams: grouping, ...ungrouped } = createStoreLogResource(id, params)
  if (!grouping) return null
  const one = { ...parseListView(ungrouped, params).query, limit: 1, after: null }
  return listRecords(api, ungrouped, one, signal).then(formatTotal, () => null)
}

/** Builds the URL of the store's log page with the tab's filters, where each entry is a row. */
function buildEntriesUrl(storeId: number, tab: string, fault?: string): string {
  const page = { ...logEntries, path: logEntries.path.replace(':storeId', String(storeId)) }
  // The tab's other parameters mean nothing to the page.
  const view = {
    ...withPanel(parseListView(page, new URLSearchParams(tab)), null),
    ignoredParams: [],
  }
  const equal: ListFilter[] =
    fault === undefined ? [] : [{ field: 'fault', op: 'eq', value: fault }]
  return buildListUrl(page, withQuery(view, { filters: [...view.query.filters, ...equal] }))
}

/** Describes an entry. Equal failures share a row, which links to each of them. */
function LogEvent({ entry }: { entry: AnyRecord }) {
  const { search } = useLocation()
  const { said: description, event, count, fault, storeId } = entry
  if (Number(count ?? 1) < 2 || typeof fault !== 'string')
    return <>{String(description ?? event)}</>
  const times = formatNumber(Number(count))
  return (
    <span className={look.repeated}>
      <span>{String(description ?? event)}</span>{' '}
      <Link
        to={buildEntriesUrl(Number(storeId), search, fault)}
        aria-label={storeLogMessages.allOf(times)}
        className={look.times}
      >
        {storeLogMessages.times(times)}
      </Link>
    </span>
  )
}

/** Creates the tab of the store's log, with equal failures grouped. */
export function createLogsTab({
  createLogPanels,
  logListOptions,
  withLogDescriptions,
}: LogsArea): StoreTab {
  const logTabPanels = createLogPanels(logEntries)
  const logTabCells: ListOptions['cells'] = {
    ...logListOptions.cells,
    event: (entry) => <LogEvent entry={entry} />,
  }
  return defineTab<LogsTabData>({
    load: ({ api, zone, id, params, signal }) => {
      const list = withLogDescriptions(
        loadList({ api, zone }, createStoreLogResource(id, params), params, signal, logTabPanels),
        zone,
        params,
      )
      const loadLog = async (): Promise<StoreLogData> => {
        const [page, entries] = await Promise.all([list, loadEntryCount(api, id, params, signal)])
        return {
          ...page,
          search: String(params),
          entries: entries === formatTotal(page) ? null : entries,
        }
      }
      return resolveOrFailure(loadLog(), storeLogMessages.what)
    },
    render: ({ store, data }) =>
      isPageFailure(data) ? (
        <section id="logs" aria-label={storeTabTitles.logs} className={layout.tab}>
          <FailureWithRetry failure={data} />
        </section>
      ) : (
        <div id="logs" className={layout.tab}>
          <ResourceList
            resource={createStoreLogResource(store.id, new URLSearchParams(data.search))}
            loaded={data}
            more={logTabPanels}
            {...logListOptions}
            cells={logTabCells}
            bar={(list) =>
              data.entries === null ? (
                logListOptions.bar?.(list)
              ) : (
                <p>
                  {storeLogMessages.folded(formatTotal(data), data.entries)}{' '}
                  <Link to={buildEntriesUrl(store.id, `?${data.search}`)}>
                    {storeLogMessages.eachEntry}
                  </Link>
                </p>
              )
            }
          />
        </div>
      ),
  })
}
