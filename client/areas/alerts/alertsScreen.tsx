import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'
import { attentionItems, getAlertAction } from '#shared/areas/alerts/attentionItems.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { Link } from '#client/ui/Link.tsx'
import { dashboardLinks } from '../dashboard/dashboardLinks.ts'
import { dashboardMessages } from '../dashboard/messages.ts'

function renderAlertActions(item: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(attentionItems, view)
  const entry = (words: string, panel: string) =>
    [words, buildPanelUrl(panel, item.id), attentionItems, 'write'] as const
  return (
    <RowMenu
      label={dashboardMessages.attention.more(getLabel(attentionItems, item))}
      entries={[
        [dashboardMessages.attention.actions[getAlertAction(item['kind'])], String(item['fix'])],
        entry(messages.asks(dashboardMessages.attention.assign), 'assign'),
        ...(item['state'] === 'open'
          ? [
              entry(messages.asks(dashboardMessages.attention.snoozeIt), 'snooze'),
              entry(messages.asks(dashboardMessages.attention.dismiss), 'dismiss'),
            ]
          : [entry(messages.asks(dashboardMessages.attention.reopen), 'reopen')]),
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
  definePanels(() => import('./alertPanels.tsx'), {
    assign: { button: null },
    snooze: { button: null },
    dismiss: { button: null },
    reopen: { button: null },
  }),
)
