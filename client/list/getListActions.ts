import { buildExportUrl } from '#shared/engine/exportUrl.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, noFilters, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getColumnHeading, getSortableColumns } from '#shared/engine/resource.ts'
import type { PageLink } from '../ui/pageActions.ts'
import type { ListPanels } from './panels/definePanels.ts'
import type { ListProps } from './listProps.ts'
import { replaceSort } from './sorting/changeSort.ts'

type Conditions = {
  panels: ListPanels
  /** Whether what the list shows can be saved as a view. */
  saves: boolean
  canExport: boolean
  viewLinks: readonly PageLink[]
}

/**
 * Returns the actions of a list's toolbar: links, the entries of its menu, and sort orders, which
 * only narrow windows show. `aria-current` marks the present order. Only a table has columns and an
 * order.
 */
export function getListActions(
  { resource, view, columns, look: { rows, getExportQuery } }: ListProps,
  { panels, saves, canExport, viewLinks }: Conditions,
) {
  const { sort } = view.query
  const reorderView = withQuery(view, {
    search: '',
    ...noFilters,
    sort: getDefaultSort(resource),
  })
  const openPanel = (label: string, kind: string): PageLink => ({
    label,
    to: buildListUrl(resource, withPanel(kind === 'reorder' ? reorderView : view, kind)),
    preventScrollReset: true,
  })
  const sortableColumns = getSortableColumns(resource)
  return {
    save: saves ? openPanel(messages.list.saveView, 'views') : null,
    choose: rows ? null : openPanel(messages.list.columns, 'choose'),
    menu: [
      ...Object.entries(panels).flatMap(([kind, { button }]) =>
        button === undefined || (rows && kind === 'sorting') ? [] : [openPanel(button, kind)],
      ),
      ...(canExport
        ? [
            {
              label: messages.list.export,
              to: buildExportUrl(resource, getExportQuery?.(view) ?? view.query, columns),
              download: true,
            },
          ]
        : []),
      ...viewLinks,
    ],
    sorts: (rows ? [] : columns)
      .filter((column) => sortableColumns.includes(column))
      .map((field): PageLink => {
        const isCurrent = sort[0].field === field
        return {
          label: messages.list.sortBy(getColumnHeading(resource, field)),
          to: buildListUrl(resource, withQuery(view, { sort: replaceSort(sort, field) })),
          preventScrollReset: true,
          'aria-current': isCurrent ? 'true' : undefined,
        }
      }),
  }
}
