import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { Link } from '#client/ui/Link.tsx'
import { dashboardLinks } from '../dashboard/links.ts'
import { dashboardMessages } from '../dashboard/words.ts'

const say = dashboardMessages.attention

function rowActions(item: AnyRecord, view: ListView) {
  const at = panelAddresses(attentionItems, view)
  const entry = (words: string, panel: string) =>
    [words, at(panel, item.id), attentionItems, 'write'] as const
  return (
    <RowMenu
      label={say.more(labelOf(attentionItems, item))}
      entries={[
        [say.fix, String(item['fix'])],
        entry(say.assign, 'assign'),
        ...(item['state'] === 'open'
          ? [entry(say.snoozeIt, 'snooze'), entry(messages.asks(say.dismiss), 'dismiss')]
          : [entry(say.reopen, 'reopen')]),
      ]}
    />
  )
}

/** How many they are, and which: one is named by the title. */
const storeIds = ({ id, storeIds: where }: AnyRecord) =>
  Array.isArray(where) &&
  where.length > 0 && (
    <Link to={dashboardLinks.needingAttention(id)} aria-label={say.stores(where.length)}>
      {formatNumber(where.length)}
    </Link>
  )

export const attentionList = plainScreen(
  attentionItems,
  {
    openAt: ({ fix }) => String(fix),
    rowActions,
    cells: { storeIds },
    widths: { storeIds: 72 },
  },
  definePanels(() => import('./attentionPanels.tsx'), {
    assign: { button: null },
    snooze: { button: null },
    dismiss: { button: null },
    reopen: { button: null },
  }),
)
