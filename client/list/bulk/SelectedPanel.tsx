import { parseSelectedIds, formatSelectedIds } from '#shared/engine/list/selectedIds.ts'
import { buildListUrl, noFilters, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { Panel } from '#client/form/Panel.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { PanelProps, PanelLoadContext } from '../panels/definePanels.ts'
import { bulkMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

const selectedPageSize = 100

/**
 * Loads a page of the selected records: by ID, from any page or search, or all that the list
 * matches.
 */
async function loadSelected({
  api,
  resource,
  params,
  signal,
}: PanelLoadContext): Promise<RecordPage> {
  const selectedIds = parseSelectedIds(params)
  if (!selectedIds) return { records: [], page: emptyPage }
  const { query } = parseListView(resource, params)
  const page = { limit: selectedPageSize, after: params.get('from') }
  if (selectedIds === 'all') return listRecords(api, resource, { ...query, ...page }, signal)
  const selectedResource = {
    ...resource,
    listParams: { ...resource.listParams, ids: formatSelectedIds(selectedIds) },
  }
  return listRecords(api, selectedResource, { ...query, search: '', ...noFilters, ...page }, signal)
}

const emptyPage = { next: null, previous: null, total: 0, totalIsCapped: false }

/** Renders the selected records by name, including those on other pages and in other searches. */
function SelectedPanel({ resource, view, loaded: { records, page } }: PanelProps<RecordPage>) {
  const panelUrl = buildListUrl(resource, withPanel(view, 'selected'))
  const buildPageUrl = (from: string) => `${panelUrl}&from=${encodeURIComponent(from)}`
  const total = messages.list.total(page.total, page.totalIsCapped)
  return (
    <Panel
      title={bulkMessages.selected(total, resource.title)}
      close={buildListUrl(resource, withPanel(view, null))}
    >
      <div className={styles.body}>
        {records.length === 0 && <p role="status">{bulkMessages.selectedGone}</p>}
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.id}>
              <Link to={getRecordUrl(resource, record)}>{getLabel(resource, record)}</Link>
            </li>
          ))}
        </ul>
        <div className={styles.inline}>
          {page.previous && (
            <ButtonLink
              to={buildPageUrl(page.previous)}
              color="white"
              size="small"
              preventScrollReset
            >
              {bulkMessages.previous}
            </ButtonLink>
          )}
          {page.next && (
            <ButtonLink to={buildPageUrl(page.next)} color="white" size="small" preventScrollReset>
              {bulkMessages.nextPage}
            </ButtonLink>
          )}
        </div>
      </div>
    </Panel>
  )
}

export const selectedPanel = { Panel: SelectedPanel, intents: {}, load: loadSelected }
