import { getKind } from '#shared/engine/fields/kinds.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, noFilters, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import type { ListProps } from '../listProps.ts'

/**
 * Renders why a loaded list has no rows: nothing matches, the page is past the end, or there is
 * nothing yet.
 */
export function EmptyList({
  resource,
  view,
  look,
  createAt,
}: ListProps & { createAt: string | null }) {
  const { search, filters, groups = [], after } = view.query
  const { one, many } = resource.title
  const renderClearLink = (words: string, change: Partial<ListQuery>) => (
    <ButtonLink
      color="white"
      to={buildListUrl(resource, withQuery(view, change))}
      // The pressed link disappears with the message: keys continue from the search.
      onClick={() => document.querySelector<HTMLElement>('#search')?.focus()}
    >
      {words}
    </ButtonLink>
  )
  if (view.onlySelected)
    return (
      <StateMessage
        title={messages.list.selectedGone(many)}
        actions={
          <ButtonLink
            color="white"
            to={buildListUrl(resource, { ...withQuery(view, {}), selectedIds: null })}
          >
            {messages.list.showAll}
          </ButtonLink>
        }
      />
    )
  if (view.query.selection && !search && filters.length + groups.length === 0)
    return (
      <StateMessage
        title={messages.list.savedGone(many)}
        actions={renderClearLink(messages.list.showAll, { selection: null })}
      />
    )
  const hasFilters = filters.length + groups.length > 0
  if (search || hasFilters)
    return (
      <StateMessage
        title={messages.list.noMatch(many, search, hasFilters)}
        actions={
          <>
            {search && renderClearLink(messages.list.clearSearch, { search: '' })}
            {hasFilters && renderClearLink(messages.list.clearFilters, noFilters)}
          </>
        }
      >
        {describeReversedFilters(resource, filters)}
      </StateMessage>
    )
  if (after)
    return (
      <StateMessage
        title={messages.list.noMore(many)}
        actions={renderClearLink(messages.list.toStart, {})}
      />
    )
  return (
    <StateMessage
      title={messages.list.empty(many)}
      actions={
        <>
          {createAt && (
            <ButtonLink to={createAt}>{look.invite?.label ?? messages.form.create(one)}</ButtonLink>
          )}
          {resource.api.import && (
            <ButtonLink color="white" to={buildListUrl(resource, withPanel(view, 'import'))}>
              {messages.list.import}
            </ButtonLink>
          )}
        </>
      }
    >
      {resource.about}
    </StateMessage>
  )
}

/**
 * Explains why nothing can match: the first filters of one column whose minimum exceeds the
 * maximum.
 */
function describeReversedFilters(resource: Resource, filters: readonly ListFilter[]) {
  const toNumber = ({ field, value }: ListFilter) =>
    getKind(getColumnField(resource, field)).numeric ? Number(value) : Date.parse(value)
  const from = filters.find(
    (one) =>
      one.op === 'gte' &&
      filters.some(
        (other) =>
          other.field === one.field && other.op === 'lte' && toNumber(one) > toNumber(other),
      ),
  )
  return from && messages.list.reversed(getColumnLabel(resource, from.field))
}
