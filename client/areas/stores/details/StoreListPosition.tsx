import { useState, useSyncExternalStore } from 'react'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { array, number, string, type } from 'superstruct'
import { formatNumber } from '#shared/format/numbers.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import { storePageMessages } from './messages.ts'
import * as layout from './Store.css.ts'

const ListState = type({
  list: type({ address: string(), ids: array(number()), at: number(), total: number() }),
})

/** Subscribes to nothing, since rendering in a browser never changes. */
const subscribeNever = () => () => undefined

type Props = { id: number; tab: StoreTabName }

/**
 * Shows the store's position in the list the operator came from, and its neighbors. The list is in
 * the browser's history state, so the server never has it.
 */
export function StoreListPosition({ id, tab }: Props) {
  const { state } = useLocation()
  const navigate = useNavigate()
  // Tabs and saves navigate without the state, so it is kept while the page is open.
  const [listState, setListState] = useState<unknown>(state)
  if (state !== null && state !== listState) setListState(state)
  const isHere = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
  const validState = isHere && ListState.is(listState) ? listState : null
  const index = validState ? validState.list.ids.indexOf(id) : -1
  if (!validState || index < 0) return null
  const { address, ids, total } = validState.list
  const step = (by: 1 | -1) => {
    const next = ids[index + by]
    const label = by === 1 ? storePageMessages.place.next : storePageMessages.place.previous
    const arrow = <span aria-hidden="true">{by === 1 ? '›' : '‹'}</span>
    if (next === undefined)
      return (
        <span className={layout.positionStep} aria-hidden="true">
          {arrow}
        </span>
      )
    const to = buildStoreUrl(next, tab)
    // Links carry no state, so the click is handled here to pass the list on to the neighbor.
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate(to, { state: { list: { ...validState.list, at: index + by } } })
    }
    return (
      <Link
        to={to}
        onClick={onClick}
        aria-label={label}
        title={label}
        className={layout.positionStep}
      >
        {arrow}
      </Link>
    )
  }
  return (
    <nav aria-label={storePageMessages.place.label} className={layout.position}>
      {step(-1)}
      <Link to={address} className={layout.positionList}>
        {ids.length === total
          ? storePageMessages.place.of(formatNumber(index + 1), formatNumber(total))
          : storePageMessages.place.onPage(
              formatNumber(index + 1),
              formatNumber(ids.length),
              formatNumber(total),
            )}
      </Link>
      {step(1)}
    </nav>
  )
}
