import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { buildExportUrl } from '#shared/engine/exportUrl.ts'
import { toSearchParams } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import type { BulkBarProps, ListData } from '../listProps.ts'
import { actionParam, buildBulkUrl } from './bulkUrl.ts'
import { useSelectionInUrl } from './useSelectionInUrl.ts'
import { bulkMessages } from './messages.ts'
import * as styles from './BulkBar.css.ts'

/** Actions in the bar if there is room; the rest are in its menu. */
const maxBarActions = 3

/** Renders the actions on the selected records, as links, so that they work without JavaScript. */
export function BulkBar({ resource, view, data, columns, selection, chosen, look }: BulkBarProps) {
  const can = useCan()
  const matched = String(toSearchParams(resource, { ...view.query, after: null, limit: 50 }))
  useSelectionInUrl(selection, chosen, matched)
  const navigate = useNavigate()
  const panels = getOfferedPanels(resource)
  const excessCount = selection.beyond()
  const { total, totalIsCapped } = data.page
  const knownRecords = getSelectedRecords(data, chosen)
  const bulkActions = getBulkActions(resource)
    .filter(
      ({ requiredAction, isApplicable }) =>
        can(resource, requiredAction) &&
        (!isApplicable || !knownRecords || knownRecords.some(isApplicable)),
    )
    .map(({ name, label }) => ({
      label: messages.addEllipsis(label),
      to: buildBulkUrl(resource, view, chosen, { [actionParam]: name }),
    }))
  const actions = [...(look.getSelectionLinks?.(chosen) ?? []), ...bulkActions]
  const [first, rest] = [actions.slice(0, maxBarActions), actions.slice(maxBarActions)]
  const buildUrl = (next: SelectedIds | null) =>
    buildListUrl(resource, { ...view, selectedIds: next })
  const file = can(resource, 'export')
    ? buildExportUrl(resource, view.query, columns, { selectedIds: chosen })
    : null
  const isMore = chosen !== 'all' && (totalIsCapped || chosen.length < total)
  const pageIds = data.records.map(({ id }) => id)
  const isRest = chosen !== 'all' && pageIds.some((id) => !chosen.includes(id))
  const withPage = chosen === 'all' ? [] : [...new Set([...chosen, ...pageIds])]
  const isOnlyPage = isMore && selection.isNarrowed() && chosen.every((id) => pageIds.includes(id))
  const choose = (event: MouseEvent, next: () => void) => {
    event.preventDefault()
    next()
  }
  const chooseAll = (event: MouseEvent) =>
    choose(event, () => {
      selection.choose('all')
      // The pressed link is gone: keys continue from the bar's start.
      document.querySelector<HTMLElement>('[data-chosen]')?.focus()
    })
  const choosePage = (event: MouseEvent) =>
    choose(event, () => selection.set(pageIds, true, pageIds))
  const seek = (event: MouseEvent) =>
    choose(event, () => document.querySelector<HTMLElement>('#search')?.focus())
  const shownToggle =
    chosen === 'all'
      ? null
      : {
          label: view.onlySelected ? bulkMessages.showAll : bulkMessages.showSelected,
          to: buildListUrl(resource, {
            ...withQuery(view, {}),
            selectedIds: chosen,
            onlySelected: !view.onlySelected,
          }),
        }
  const saveUrl = panels.includes('views')
    ? buildListUrl(resource, { ...withPanel(view, 'views'), selectedIds: chosen })
    : null
  const all = bulkMessages.all(messages.list.total(total, totalIsCapped))
  return (
    <>
      {excessCount > 0 && (
        <p role="alert" className={styles.full}>
          {bulkMessages.full(excessCount, limits.chosenRecords)}
        </p>
      )}
      <p role="status" className={isOnlyPage ? styles.full : visuallyHidden}>
        {isOnlyPage && bulkMessages.onlyPage(chosen.length)}
      </p>
      {isMore && (
        <a href={buildUrl('all')} className={styles.all} onClick={chooseAll}>
          {all}
        </a>
      )}
      {shownToggle && (
        <Link to={shownToggle.to} className={styles.all} preventScrollReset>
          {shownToggle.label}
        </Link>
      )}
      <span className={styles.line} />
      {first.map(({ label, to }) => (
        <Link key={label} to={to} className={styles.action} preventScrollReset>
          {label}
        </Link>
      ))}
      {resource.api.noBulkReason && <span className={styles.why}>{resource.api.noBulkReason}</span>}
      {file && rest.length === 0 && (
        <a href={file} download className={styles.action}>
          {bulkMessages.export}
        </a>
      )}
      {saveUrl && rest.length === 0 && (
        <Link to={saveUrl} className={styles.action} preventScrollReset>
          {bulkMessages.save}
        </Link>
      )}
      {(actions.length > 0 || file || isMore || saveUrl) && (
        <div className={rest.length === 0 ? styles.menuOnly : styles.more}>
          <Menu label={bulkMessages.moreActions} face={<BulkMenuLabel />} look="button" align="end">
            <div className={styles.menuOnly}>
              {resource.api.noBulkReason && (
                <p className={styles.menuReason}>{resource.api.noBulkReason}</p>
              )}
              <MenuList>
                {shownToggle && (
                  <MenuLink to={shownToggle.to} preventScrollReset>
                    {shownToggle.label}
                  </MenuLink>
                )}
                {isRest && (
                  <MenuLink to={buildUrl(withPage)} onClick={choosePage} preventScrollReset>
                    {bulkMessages.page(pageIds.length)}
                  </MenuLink>
                )}
                {isMore && (
                  <MenuLink to={buildUrl('all')} onClick={chooseAll} preventScrollReset>
                    {all}
                  </MenuLink>
                )}
                {first.map(({ label, to }) => (
                  <MenuLink key={label} to={to} preventScrollReset>
                    {label}
                  </MenuLink>
                ))}
              </MenuList>
            </div>
            <MenuList>
              {rest.map(({ label, to }) => (
                <MenuLink key={label} to={to} preventScrollReset>
                  {label}
                </MenuLink>
              ))}
              {file && (
                <MenuLink to={file} download>
                  {bulkMessages.export}
                </MenuLink>
              )}
              {saveUrl && (
                <MenuLink to={saveUrl} preventScrollReset>
                  {bulkMessages.save}
                </MenuLink>
              )}
            </MenuList>
          </Menu>
        </div>
      )}
      <div className={styles.end}>
        <a
          href="#search"
          className={`${styles.seek} ${glyph.search}`}
          title={bulkMessages.seekHint}
          onClick={seek}
        >
          {bulkMessages.seek}
        </a>
        <a
          href={buildUrl(null)}
          className={`${styles.icon} ${glyph.cross}`}
          aria-label={bulkMessages.clear}
          title={bulkMessages.clear}
          onClick={(event) => {
            event.preventDefault()
            selection.choose(null)
            // The pressed link is gone: keys continue from the rows.
            document.querySelector<HTMLElement>('[data-selects]')?.closest('div')?.focus()
            if (view.selectedIds)
              void navigate(buildUrl(null), { replace: true, preventScrollReset: true })
          }}
        />
      </div>
    </>
  )
}

/** Returns the selected records, or null unless this page has them all. */
function getSelectedRecords({ records, page }: ListData, chosen: SelectedIds): AnyRecord[] | null {
  if (chosen === 'all') return records.length === page.total ? records : null
  const here = records.filter(({ id }) => chosen.includes(id))
  return here.length === chosen.length ? here : null
}

/** In narrow windows the menu has all actions. */
const BulkMenuLabel = () => (
  <>
    <span className={styles.barOnly}>{bulkMessages.more}</span>
    <span className={styles.menuOnly}>{bulkMessages.actions}</span>
  </>
)
