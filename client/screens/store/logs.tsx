import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import { withWords, logLook, logPanels } from '#client/logs/logScreen.tsx'
import type { LogData } from '#client/logs/logScreen.tsx'
import { logEntries } from '#shared/resources/logEntries.ts'
import { tabTitles } from '#client/stores/tabTitles.ts'
import { storeLogLinesMessages } from './logWords.ts'
import { PartFailure } from './PartFailure.tsx'
import { logOf } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import * as layout from './Store.css.ts'

type Data = (LogData & { asked: string }) | PageFailure

const more = logPanels(logEntries)

/** What happened in the store: the list of its logs, with equal failures as one. */
export const logs = defineTab<Data>({
  load: ({ api, zone, id, params, signal }) => {
    const list = withWords(loadList({ api, zone }, logOf(id, params), params, signal, more))
    const asked = String(params)
    return orFailure(
      list.then((page) => ({ ...page, asked })),
      storeLogLinesMessages.what,
    )
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
        />
      </div>
    ),
})
