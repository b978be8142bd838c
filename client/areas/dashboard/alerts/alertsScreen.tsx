import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'
import { attentionItems, getAlertAction } from '#shared/areas/alerts/attentionItems.ts'
import { RowMenu, createListScreen } from '#client/frame/index.ts'
import { alertPanels } from './alertPanels.tsx'
import { Link } from '#client/ui/Link.tsx'
import { dashboardLinks } from '../dashboardLinks.ts'
import { dashboardMessages } from '../messages.ts'

function renderAlertActions(item: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(attentionItems, view)
  const createEntry = (words: string, panel: string) =>
    [words, buildPanelUrl(panel, item.id), attentionItems, 'write'] as const
  return (
    <RowMenu
      label={dashboardMessages.attention.more(getLabel(attentionItems, item))}
      entries={[
        [dashboardMessages.attention.actions[getAlertAction(item['kind'])], String(item['fix'])],
        createEntry(messages.addEllipsis(dashboardMessages.attention.assign), 'assign'),
        [dashboardMessages.attention.comments, buildPanelUrl('comments', item.id)],
        ...(item['state'] === 'open'
          ? [
              createEntry(messages.addEllipsis(dashboardMessages.attention.snoozeIt), 'snooze'),
              createEntry(messages.addEllipsis(dashboardMessages.attention.dismiss), 'dismiss'),
            ]
          : [createEntry(messages.addEllipsis(dashboardMessages.attention.reopen), 'reopen')]),
      ]}
    />
  )
}

/**
 * Shows the number of affected stores with a link to them. A single store is already named in the
 * title.
 */
const renderStoreCount = ({ id, storeIds }: AnyRecord) =>
  Array.isArray(storeIds) &&
  storeIds.length > 0 && (
    <Link
      to={dashboardLinks.needingAttention(id)}
      aria-label={dashboardMessages.attention.stores(storeIds.length)}
    >
      {formatNumber(storeIds.length)}
    </Link>
  )

export const alertsScreen = createListScreen(
  attentionItems,
  {
    openAt: ({ fix }) => String(fix),
    rowActions: renderAlertActions,
    cells: { storeIds: renderStoreCount },
    widths: { storeIds: 72 },
  },
  alertPanels,
)
