import { parseListView } from '#shared/engine/listView.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { ListToolbar } from '#client/list/ListToolbar.tsx'
import { Pager } from '#client/list/Pager.tsx'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listProps.ts'
import { LogBar } from '#client/logs/LogBar.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { LogLines } from './LogLines.tsx'
import { PartFailure } from './Section.tsx'
import type { LogLine } from '#client/stores/logLine.ts'
import { storeLogLinesMessages, storeLogsMessages } from './logWords.ts'
import { faultFilter, inWords, logOf } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { tabTitles } from '#client/stores/tabTitles.ts'
import * as layout from './Store.css.ts'

const say = storeLogsMessages

type Log = ListData & {
  lines: LogLine[]
  asked: string
  at: string
}
type Data = Log | PageFailure

/** What happened in the store, the newest first; read only. */
export const logs = defineTab<Data>({
  load: ({ api, zone, id, params, signal }) => {
    const list = inWords(loadList({ api, zone }, logOf(id, params), params, signal), zone)
    const log = list.then((page) => ({
      ...page,
      asked: String(params),
      at: new Date().toISOString(),
    }))
    return orFailure(log, storeLogLinesMessages.what)
  },
  render: ({ store, data }) => (
    <section id="logs" aria-label={tabTitles.logs}>
      {isPageFailure(data) ? <PartFailure failure={data} /> : <Log store={store} data={data} />}
    </section>
  ),
})

function Log({ store, data }: Pick<TabProps, 'store'> & { data: Log }) {
  const params = new URLSearchParams(data.asked)
  const resource = logOf(store.id, params)
  const view = parseListView(resource, params)
  const shown = { columns: [], selection: null, look: {} }
  const props = { resource, view, data, refused: undefined, ...shown }
  const whole = storeAddress(store.id, 'logs')
  return (
    <div className={layout.tab}>
      {params.has(faultFilter) ? (
        <p>
          {say.oneFault} <Link to={whole}>{say.allFaults}</Link>
        </p>
      ) : (
        <>
          <ListToolbar {...props} panels={{}} />
          <LogBar
            resource={resource}
            view={view}
            at={data.at}
            verify={`/stores/${store.id}/logs?verify`}
          />
        </>
      )}
      {data.lines.length === 0 ? (
        <StateMessage
          title={storeLogLinesMessages.none}
          actions={
            <ButtonLink color="white" to={whole}>
              {say.clear}
            </ButtonLink>
          }
        >
          {say.noneText}
        </StateMessage>
      ) : (
        <LogLines lines={data.lines} store={store} />
      )}
      <Pager {...props} />
    </div>
  )
}
