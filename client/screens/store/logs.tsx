import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import { eachEntryAddress, logLook, logPanels, withWords } from '#client/logs/logScreen.tsx'
import type { LogData } from '#client/logs/logScreen.tsx'
import type { Api } from '#shared/engine/api.ts'
import { parseListView } from '#shared/engine/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { messages } from '#shared/messages.ts'
import { logEntries } from '#shared/resources/logEntries.ts'
import { logsMessages as say } from '#client/logs/words.ts'
import { tabTitles } from '#client/stores/tabTitles.ts'
import { Link } from '#client/ui/Link.tsx'
import { storeLogLinesMessages } from './logWords.ts'
import { PartFailure } from './PartFailure.tsx'
import { logOf } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import * as layout from './Store.css.ts'

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

/** What happened in the store: the list of its logs, with equal failures as one. */
export const logs = defineTab<Data>({
  load: ({ api, zone, id, params, signal }) => {
    const list = withWords(loadList({ api, zone }, logOf(id, params), params, signal, more))
    const reading = async (): Promise<TabLogs> => {
      const [page, entries] = await Promise.all([list, countOfEach(api, id, params, signal)])
      return { ...page, asked: String(params), entries: entries === totalOf(page) ? null : entries }
    }
    return orFailure(reading(), storeLogLinesMessages.what)
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
