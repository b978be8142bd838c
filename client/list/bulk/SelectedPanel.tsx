import '#client/frame/forms.ts'
import { chosenFrom, chosenText } from '#shared/engine/list/chosen.ts'
import { listAddress, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { recordAddress } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { Panel } from '#client/form/Panel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { PanelProps, PanelWork } from '../panels/definePanels.ts'
import { bulkWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

const inPage = 100

/** A page of what is selected: by ID, whatever page or search it was selected on, or all that the list matches. */
async function loadSelected({ api, resource, params, signal }: PanelWork): Promise<RecordPage> {
  const chosen = chosenFrom(params)
  if (!chosen) return { records: [], page: noPage }
  const { query } = parseListView(resource, params)
  const page = { limit: inPage, after: params.get('from') }
  if (chosen === 'all') return listRecords(api, resource, { ...query, ...page }, signal)
  const named = { ...resource, asks: { ...resource.asks, ids: chosenText(chosen) } }
  return listRecords(api, named, { ...query, search: '', filters: [], ...page }, signal)
}

const noPage = { next: null, previous: null, total: 0, totalIsCapped: false }

/** What is selected, by name: also rows of other pages and searches. */
function SelectedPanel({ resource, view, loaded: { records, page } }: PanelProps<RecordPage>) {
  const here = listAddress(resource, withPanel(view, 'selected'))
  const at = (from: string) => `${here}&from=${encodeURIComponent(from)}`
  const total = messages.list.total(page.total, page.totalIsCapped)
  return (
    <Panel
      title={say.selected(total, resource.title)}
      close={listAddress(resource, withPanel(view, null))}
    >
      <div className={styles.body}>
        {records.length === 0 && <p role="status">{say.selectedGone}</p>}
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.id}>
              <Link to={recordAddress(resource, record)}>{labelOf(resource, record)}</Link>
            </li>
          ))}
        </ul>
        <div className={styles.inline}>
          {page.previous && (
            <ButtonLink to={at(page.previous)} color="white" size="small" preventScrollReset>
              {say.previous}
            </ButtonLink>
          )}
          {page.next && (
            <ButtonLink to={at(page.next)} color="white" size="small" preventScrollReset>
              {say.nextPage}
            </ButtonLink>
          )}
        </div>
      </div>
    </Panel>
  )
}

export const panels = { selected: { Panel: SelectedPanel, intents: {}, load: loadSelected } }
