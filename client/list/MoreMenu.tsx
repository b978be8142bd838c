import { buildExportUrl } from '#shared/engine/exportUrl.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getColumnHeading, getSortableColumns } from '#shared/engine/resource.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import type { ListPanels } from './panels/definePanels.ts'
import type { ListProps } from './listProps.ts'
import { Menu, MenuLink, MenuList } from '../ui/dialogs/Menu.tsx'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './ListToolbar.css.ts'

type Props = ListProps & {
  panels: ListPanels
}

/**
 * Renders rare actions: reordering, several records at once, panels of this screen; in narrow
 * windows, also the rest of the toolbar.
 */
export function MoreMenu({ resource, view, columns, look, panels }: Props) {
  const { narrowEntries } = look
  const canExport = useCan()(resource, 'export')
  const entries = Object.entries(panels).flatMap(([kind, { button }]) =>
    button === undefined ? [] : [{ kind, button }],
  )
  const reorderView = withQuery(view, { search: '', filters: [], sort: getDefaultSort(resource) })
  const { sort } = view.query
  const sortableColumns = getSortableColumns(resource)
  const sorts = columns.filter((column) => sortableColumns.includes(column))
  return (
    <div className={entries.length === 0 && !canExport ? styles.narrowOnly : undefined}>
      <Menu
        label={messages.list.more}
        look="icon"
        face={<span className={glyph.more} />}
        align="end"
      >
        <MenuList>
          {entries.map(({ kind, button }) => (
            <MenuLink
              key={kind}
              to={buildListUrl(resource, withPanel(kind === 'reorder' ? reorderView : view, kind))}
              preventScrollReset
            >
              {button}
            </MenuLink>
          ))}
          {canExport && (
            <MenuLink to={buildExportUrl(resource, view.query, columns)} download>
              {messages.list.export}
            </MenuLink>
          )}
        </MenuList>
        <div className={styles.narrowOnly}>
          <MenuList>
            {narrowEntries}
            {panels['choose'] && (
              <MenuLink to={buildListUrl(resource, withPanel(view, 'choose'))} preventScrollReset>
                {messages.list.columns}
              </MenuLink>
            )}
            {sorts.map((field) => {
              const descending = sort.field === field && !sort.descending
              return (
                <MenuLink
                  key={field}
                  to={buildListUrl(resource, withQuery(view, { sort: { field, descending } }))}
                  preventScrollReset
                  aria-current={sort.field === field ? 'true' : undefined}
                >
                  {messages.list.sortBy(getColumnHeading(resource, field))}
                  {sort.field === field && (
                    <span className={sort.descending ? glyph.down : glyph.up} />
                  )}
                </MenuLink>
              )
            })}
          </MenuList>
        </div>
      </Menu>
    </div>
  )
}
