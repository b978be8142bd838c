import { useRef } from 'react'
import { Form } from 'react-router'
import { sortText } from '#shared/engine/listQuery.ts'
import { listAddress, placeParams, withPanel } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import type { ListPanels } from './definePanels.ts'
import type { ListProps } from './listProps.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { UnreadFilters } from './UnreadFilters.tsx'
import { useFocusAfterApply } from './useFocusAfterApply.ts'
import * as field from '../ui/Field.css.ts'
import * as styles from './ListToolbar.css.ts'

type Props = ListProps & {
  /** Where a record is made; null where none can be. */
  createAt: string | null
  /** All that the list may open, some with a button. */
  panels: ListPanels
  /** False where rows are no columns to choose from. */
  hasColumns?: boolean
}

/** Search, filters, columns and what can be made; one GET form, so that it works without JavaScript. */
export function ListToolbar(props: Props) {
  const { resource, view, data, look, createAt, panels, hasColumns = true } = props
  const { search, sort, limit } = view.query
  const address = listAddress(resource, withPanel(view, null))
  const form = useRef<HTMLFormElement>(null)
  const keepFocus = useFocusAfterApply(form, address)
  return (
    <>
      <div className={styles.toolbar}>
        {/* Another view is another form: the inputs start from the address again. */}
        <Form
          key={address}
          ref={form}
          method="get"
          action={resource.path}
          className={styles.form}
          role="search"
          {...keepFocus}
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
          {placeParams(resource).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {sortText(sort) !== resource.sort && (
            <input type="hidden" name="sort" value={sortText(sort)} />
          )}
          {limit !== 50 && <input type="hidden" name="limit" value={limit} />}
          <Button type="submit" color="white">
            {messages.list.apply}
          </Button>
          <FilterMenu resource={resource} view={view} picked={data.picked} />
          {hasColumns && <ColumnsMenu resource={resource} view={view} />}
        </Form>
        <div className={styles.buttons}>
          <MoreMenu resource={resource} view={view} panels={panels} beside={look.beside} />
          {createAt && (
            <ButtonLink to={createAt} data-new>
              {messages.form.new(resource.title.one)}
            </ButtonLink>
          )}
        </div>
      </div>
      <UnreadFilters resource={resource} view={view} />
      <FilterChips resource={resource} view={view} picked={data.picked} />
    </>
  )
}
