import { useRef } from 'react'
import { Form, Link } from 'react-router'
import X from 'lucide-react/icons/x'
import { formatDay } from '#shared/dates.ts'
import { filterable, filterKind } from '#shared/listQuery.ts'
import type { Filter } from '#shared/listQuery.ts'
import { listAddress, withPanel, withQuery } from '#shared/listView.ts'
import type { ListView } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel, columnsOf } from '#shared/resource.ts'
import type { Resource } from '#shared/resource.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useClosing } from '../ui/useClosing.ts'
import { FilterInput } from './FilterInput.tsx'
import * as field from '../ui/Field.css.ts'
import * as styles from './ListToolbar.css.ts'

type Props = {
  resource: Resource
  view: ListView
  /** Further panels of this screen, each with a button. */
  buttons: { kind: string; button: string }[]
}

/** Search, filters, columns and what can be made; one GET form, so that it works without JavaScript. */
export function ListToolbar({ resource, view, buttons }: Props) {
  const { search, filters, sort, limit } = view.query
  const sorted = sort.field !== resource.sort || sort.descending
  const to = (panel: string) => listAddress(resource, withPanel(view, panel))
  return (
    <>
      <div className={styles.toolbar}>
        {/* Another view is another form: the inputs start from the address again. */}
        <Form
          key={listAddress(resource, withPanel(view, null))}
          method="get"
          action={resource.path}
          className={styles.form}
          role="search"
        >
          <input
            type="search"
            name="search"
            defaultValue={search}
            placeholder={messages.list.search}
            aria-label={`${messages.list.search} ${resource.title.many}`}
            className={`${field.control} ${styles.search}`}
            data-search
          />
          {sorted && (
            <input type="hidden" name="sort" value={`${sort.descending ? '-' : ''}${sort.field}`} />
          )}
          {limit !== 50 && <input type="hidden" name="limit" value={limit} />}
          <Filters resource={resource} view={view} />
          <Columns resource={resource} view={view} />
          <Button type="submit" color="white">
            {messages.list.apply}
          </Button>
        </Form>
        <div className={styles.buttons}>
          <MoreMenu resource={resource} view={view} buttons={buttons} />
          <ButtonLink to={to('create')} data-new>
            {messages.form.new(resource.title.one)}
          </ButtonLink>
        </div>
      </div>
      {filters.length > 0 && <Chips resource={resource} view={view} filters={filters} />}
    </>
  )
}

/** What is done less often: the order, several records at once, and what this screen adds. */
function MoreMenu({ resource, view, buttons }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)
  const first = withQuery(view, { search: '', filters: [] })
  const entries = [
    ...(resource.position ? [{ kind: 'reorder', button: messages.reorder.button }] : []),
    { kind: 'paste', button: messages.paste.button },
    ...buttons,
  ]
  // The order can be changed only where the list shows it.
  const viewFor = (kind: string) =>
    kind === 'reorder'
      ? withQuery(first, { sort: { field: resource.sort, descending: false } })
      : view
  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.summary}>{messages.list.more}</summary>
      <ul className={`${styles.sheet} ${styles.entries}`}>
        {entries.map(({ kind, button }) => (
          <li key={kind}>
            <Link
              to={listAddress(resource, withPanel(viewFor(kind), kind))}
              className={styles.entry}
              preventScrollReset
              onClick={() => details.current?.removeAttribute('open')}
            >
              {button}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Filters({ resource, view }: { resource: Resource; view: ListView }) {
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)
  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.summary}>{messages.list.filters}</summary>
      <div className={styles.sheet}>
        {filterable(resource).map((column) => (
          <FilterInput
            key={column}
            resource={resource}
            column={column}
            filters={view.query.filters}
          />
        ))}
        <Button type="submit">{messages.list.apply}</Button>
      </div>
    </details>
  )
}

function Columns({ resource, view }: { resource: Resource; view: ListView }) {
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)
  return (
    <details ref={details} className={styles.menu}>
      <summary className={styles.summary}>{messages.list.columns}</summary>
      <div className={styles.sheet}>
        {columnsOf(resource).map((column) => (
          <label key={column} className={styles.check}>
            <input
              type="checkbox"
              name="columns"
              value={column}
              defaultChecked={view.columns.includes(column)}
            />
            {columnLabel(resource, column)}
          </label>
        ))}
        <Button type="submit">{messages.list.apply}</Button>
      </div>
    </details>
  )
}

function Chips({
  resource,
  view,
  filters,
}: {
  resource: Resource
  view: ListView
  filters: Filter[]
}) {
  return (
    <ul className={styles.chips} aria-label={messages.list.filters}>
      {filters.map((filter) => {
        const rest = filters.filter((other) => other !== filter)
        const words = filterWords(resource, filter)
        return (
          <li key={`${filter.field}-${filter.op}`} className={styles.chip}>
            {words}
            <Link
              to={listAddress(resource, withQuery(view, { filters: rest }))}
              aria-label={messages.list.removeFilter(words)}
              className={styles.remove}
              preventScrollReset
            >
              <X size={14} aria-hidden="true" />
            </Link>
          </li>
        )
      })}
      <li>
        <Link
          to={listAddress(resource, withQuery(view, { filters: [], search: '' }))}
          preventScrollReset
        >
          {messages.list.clear}
        </Link>
      </li>
    </ul>
  )
}

/** A filter in words: "Group Adult", "Position from 10". */
function filterWords(resource: Resource, { field: name, op, value }: Filter): string {
  const kind = filterKind(resource, name)
  const comparison = {
    eq: '',
    contains: messages.list.contains,
    gte: messages.list.from,
    lte: messages.list.to,
  }[op]
  const option = resource.fields[name]?.options?.find((known) => known.value === value)?.label
  const shown =
    kind === 'toggle'
      ? value === '1'
        ? messages.list.yes
        : messages.list.no
      : kind === 'instant'
        ? formatDay(value)
        : (option ?? value)
  return [columnLabel(resource, name), comparison, shown].filter(Boolean).join(' ')
}
