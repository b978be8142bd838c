import '#client/frame/stores.ts'
import '#client/frame/forms.ts'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { bulkActions } from '#shared/areas/bulkActions.ts'
import type { Chosen } from '#shared/engine/list/chosen.ts'
import { exportAddress } from '#shared/engine/exports.ts'
import { listParams } from '#shared/engine/list/listQuery.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import type { BulkBarProps, ListData } from '../listProps.ts'
import { actionParam, bulkAddress } from './bulkAddress.ts'
import { useChosenInAddress } from './useChosenInAddress.ts'
import { bulkWords as say } from './words.ts'
import * as styles from './BulkBar.css.ts'

/** So many actions stand in the bar where there is room; all others in its menu. */
const inSight = 5

/** What can be done with the chosen records: links, so that they work without JavaScript too. */
export function BulkBar({ resource, view, data, columns, selection, chosen }: BulkBarProps) {
  const may = useMay()
  const matched = String(listParams(resource, { ...view.query, after: null, limit: 50 }))
  useChosenInAddress(selection, chosen, matched)
  const navigate = useNavigate()
  const beyond = selection.beyond()
  const { total, totalIsCapped } = data.page
  const known = chosenHere(data, chosen)
  const actions = bulkActions(resource)
    .filter(({ needs, fits }) => may(resource, needs) && (!fits || !known || known.some(fits)))
    .map(({ name, label }) => ({
      label: messages.asks(label),
      to: bulkAddress(resource, view, chosen, { [actionParam]: name }),
    }))
  const [first, rest] = [actions.slice(0, inSight), actions.slice(inSight)]
  const at = (next: Chosen | null) => listAddress(resource, { ...view, chosen: next })
  const file = may(resource, 'export')
    ? exportAddress(resource, view.query, columns, { chosen })
    : null
  const isMore = chosen !== 'all' && (totalIsCapped || chosen.length < total)
  const page = data.records.map(({ id }) => id)
  const isRest = chosen !== 'all' && page.some((id) => !chosen.includes(id))
  const withPage = chosen === 'all' ? [] : [...new Set([...chosen, ...page])]
  const isOnlyPage = isMore && selection.isNarrowed() && chosen.every((id) => page.includes(id))
  const choose = (event: MouseEvent, next: () => void) => {
    event.preventDefault()
    next()
  }
  const chooseAll = (event: MouseEvent) =>
    choose(event, () => {
      selection.choose('all')
      // What was pressed is gone: the keys go on from the bar's start.
      document.querySelector<HTMLElement>('[data-chosen]')?.focus()
    })
  const choosePage = (event: MouseEvent) => choose(event, () => selection.set(page, true, page))
  const seek = (event: MouseEvent) =>
    choose(event, () => document.querySelector<HTMLElement>('#search')?.focus())
  const list = listAddress(resource, { ...withPanel(view, 'selected'), chosen })
  const all = say.all(messages.list.total(total, totalIsCapped))
  return (
    <>
      {beyond > 0 && (
        <p role="alert" className={styles.full}>
          {say.full(beyond, limits.chosenRecords)}
        </p>
      )}
      <p role="status" className={isOnlyPage ? styles.full : visuallyHidden}>
        {isOnlyPage && say.onlyPage(chosen.length)}
      </p>
      {isMore && (
        <a href={at('all')} className={styles.all} onClick={chooseAll}>
          {all}
        </a>
      )}
      <Link to={list} className={styles.all} preventScrollReset>
        {say.list}
      </Link>
      <span className={styles.line} />
      {first.map(({ label, to }) => (
        <Link key={label} to={to} className={styles.action} preventScrollReset>
          {label}
        </Link>
      ))}
      {resource.noBulk && <span className={styles.why}>{resource.noBulk}</span>}
      {file && rest.length === 0 && (
        <a href={file} download className={styles.action}>
          {say.export}
        </a>
      )}
      {(actions.length > 0 || file || isMore) && (
        <div className={rest.length === 0 ? styles.menuOnly : styles.more}>
          <Menu label={say.moreActions} face={<MenuFace />} look="button" align="end">
            <div className={styles.menuOnly}>
              {resource.noBulk && <p className={styles.told}>{resource.noBulk}</p>}
              <MenuList>
                <MenuLink to={list} preventScrollReset>
                  {say.list}
                </MenuLink>
                {isRest && (
                  <MenuLink to={at(withPage)} onClick={choosePage} preventScrollReset>
                    {say.page(page.length)}
                  </MenuLink>
                )}
                {isMore && (
                  <MenuLink to={at('all')} onClick={chooseAll} preventScrollReset>
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
                  {say.export}
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
          title={say.seekHint}
          onClick={seek}
        >
          {say.seek}
        </a>
        <a
          href={at(null)}
          className={`${styles.icon} ${glyph.cross}`}
          aria-label={say.clear}
          title={say.clear}
          onClick={(event) => {
            event.preventDefault()
            selection.choose(null)
            // What was pressed is gone: the keys go on from the rows.
            document.querySelector<HTMLElement>('[data-selects]')?.closest('div')?.focus()
            if (view.chosen) void navigate(at(null), { replace: true, preventScrollReset: true })
          }}
        />
      </div>
    </>
  )
}

/** The chosen records, where this page has them all. */
function chosenHere({ records, page }: ListData, chosen: Chosen): AnyRecord[] | null {
  if (chosen === 'all') return records.length === page.total ? records : null
  const here = records.filter(({ id }) => chosen.includes(id))
  return here.length === chosen.length ? here : null
}

/** Where there is little room all that can be done is in it. */
const MenuFace = () => (
  <>
    <span className={styles.barOnly}>{say.more}</span>
    <span className={styles.menuOnly}>{say.actions}</span>
  </>
)
