import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { selectedIdsParam } from '#shared/engine/list/selectedIds.ts'
import { toSearchParams, formatSort } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, getPathQueryParams, withQuery } from '#shared/engine/list/listView.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'
import { visuallyHidden } from '../styles/global.css.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Link } from '../ui/Link.tsx'
import { useOfferedActions } from '../ui/pageActions.ts'
import type { PageAction, PageLink } from '../ui/pageActions.ts'
import { FilterChips } from './filters/FilterChips.tsx'
import { FilterMenu } from './filters/FilterMenu.tsx'
import { isPanelFilter } from './filters/filterText.ts'
import { getListActions } from './getListActions.ts'
import type { ListPanels } from './panels/definePanels.ts'
import { listFormId } from './listProps.ts'
import type { ListProps } from './listProps.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { place } from './table/SelectionBar.css.ts'
import { IgnoredFilters } from './filters/IgnoredFilters.tsx'
import { useRefocusListeners } from './filters/useRefocusListeners.ts'
import { useSearchInput } from './filters/useSearchInput.ts'
import * as field from '../ui/inputs/Field.css.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './ListToolbar.css.ts'

type Props = ListProps & {
  panels: ListPanels
  /** Creates a record, if no page header has that button. */
  newAction: PageAction | null
  saves: boolean
  /** The field whose filter is shown elsewhere, as tabs. */
  tabs?: string | undefined
  /** Takes the toolbar's place while rows are selected. */
  bar: ReactNode
}

/**
 * Renders search, filters, and columns in one GET form, so that they work without JavaScript, and
 * the list's actions, which the palette offers too.
 */
export function ListToolbar({ panels, saves, tabs, newAction, bar, ...list }: Props) {
  const { resource, view, data } = list
  const { tools } = list.look
  const { sort, limit, filters, selection } = view.query
  const savedView = data.views?.find(({ address }) => address === `selection=${selection}`)
  const left = savedView?.count?.total
  const form = useRef<HTMLFormElement>(null)
  const filterQuery = String(toSearchParams(resource, { ...view.query, search: '', after: null }))
  // Other filters remount the inputs, which then start from the URL again.
  const inputs = filterQuery + JSON.stringify(view.ignoredParams)
  const focusListeners = useRefocusListeners(form, inputs)
  const search = useSearchInput(resource, view, panels)
  const otherIds = Array.isArray(view.selectedIds)
    ? view.selectedIds.filter((one) => data.records.every(({ id }) => id !== one))
    : []
  const can = useCan()
  const { save, choose, menu, sorts } = getListActions(list, {
    panels,
    saves,
    canExport: can(resource, 'export'),
    viewLinks: (list.look.getViewLinks?.(view) ?? [])
      .filter(({ of, action }) => can(of, action))
      .map(({ label, to }) => ({ label, to })),
  })
  useOfferedActions([save, choose, ...menu, ...sorts, newAction].filter((one) => one !== null))
  const chips = filters.filter(
    (filter) => (filter.field !== tabs || isPanelFilter(filter)) && !tools?.shows?.(list, filter),
  )
  return (
    <>
      <div className={place}>
        <div className={styles.toolbar}>
          <Form
            ref={form}
            id={listFormId}
            method="get"
            action={resource.path}
            className={tools?.filters ? `${styles.form} ${styles.ownTools}` : styles.form}
            role="search"
            {...focusListeners}
          >
            <div className={styles.search}>
              <span className={`${styles.glass} ${glyph.search}`} />
              <input
                type="search"
                name="search"
                maxLength={200}
                placeholder={messages.list.search}
                aria-label={`${messages.list.search} ${resource.title.many}`}
                className={`${field.control} ${styles.sought}`}
                id="search"
                {...search}
              />
              {/* Enter presses this button. Those in the menu would close it and take the
                  focus. */}
              <button type="submit" className={visuallyHidden} tabIndex={-1}>
                {messages.list.search}
              </button>
            </div>
            {[
              ...getPathQueryParams(resource),
              ...(formatSort(sort) === resource.list.sort
                ? []
                : [['sort', formatSort(sort)] as const]),
              ...(limit === 50 ? [] : [['limit', limit] as const]),
              ...(selection ? [['selection', selection] as const] : []),
              ...(view.columns ? [['columns', view.columns.join(',')] as const] : []),
              ...(otherIds.length > 0 ? [[selectedIdsParam, otherIds.join(',')] as const] : []),
            ].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {selection && (
              <Link
                to={buildListUrl(resource, withQuery(view, { selection: null }))}
                className={`${styles.savedSelection} ${glyph.cross}`}
                title={messages.list.showAll}
                preventScrollReset
              >
                {savedView?.name ?? messages.list.savedSelection}
              </Link>
            )}
            <FilterChips resource={resource} view={view} filters={chips} picked={data.picked} />
            <FilterMenu
              key={inputs}
              resource={resource}
              view={view}
              picked={data.picked}
              count={chips.length + (view.query.groups?.length ?? 0)}
            />
            {tools?.filters?.(list)}
          </Form>
          <div className={styles.buttons}>
            {tools?.buttons(list)}
            {save && renderLink(save)}
            {choose && renderLink(choose, glyph.columns)}
            <MoreMenu entries={menu} {...{ choose, sorts }} descending={sort[0].descending} />
            {newAction && <ActionButton action={newAction} />}
          </div>
        </div>
        {bar}
      </div>
      {savedView?.saved && left !== undefined && left < savedView.saved && (
        <p className={styles.note} role="status">
          {messages.list.someLeft(formatNumber(left), formatNumber(savedView.saved))}
        </p>
      )}
      <IgnoredFilters {...list} />
    </>
  )
}

const renderLink = ({ label, ...link }: PageLink, icon = '') => (
  <Link {...link} className={`${styles.quiet} ${styles.wideOnly} ${icon}`}>
    {label}
  </Link>
)
