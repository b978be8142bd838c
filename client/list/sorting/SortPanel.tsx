import { Form } from 'react-router'
import { formatSort } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { getColumnLabel, getSortableColumns } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import type { PanelProps } from '../panels/definePanels.ts'
import { sortMessages } from './messages.ts'
import { getSortInputName } from './sortInputs.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Renders the columns that the list is sorted by, in a GET form, so that it's only a URL. */
function SortPanel({ resource, view, columns }: PanelProps) {
  const closed = withPanel(view, null)
  const close = buildListUrl(resource, closed)
  // Everything else that the list's URL says. A new order begins at the first page.
  const rest = new URLSearchParams(buildListUrl(resource, withQuery(closed, {})).split('?')[1])
  rest.delete('sort')
  const { sort } = view.query
  const sortable = getSortableColumns(resource)
  const inOrder = [...new Set([...columns, ...sortable])].filter((name) => sortable.includes(name))
  const options = inOrder.flatMap((column) => {
    const label = getColumnLabel(resource, column)
    return [
      { value: column, label: sortMessages.ascending(label) },
      { value: `-${column}`, label: sortMessages.descending(label) },
    ]
  })
  return (
    <Panel title={sortMessages.title} close={close}>
      <Form
        method="get"
        action={resource.path.split('?', 1).join()}
        className={styles.form}
        preventScrollReset
      >
        <div className={styles.body}>
          <p>{sortMessages.hint}</p>
          {[...rest].map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          {Array.from({ length: limits.sortColumns }, (_value, index) => {
            const name = getSortInputName(index + 1)
            const column = sort[index]
            return (
              <Select
                key={name}
                id={name}
                name={name}
                label={sortMessages.places[index] ?? ''}
                options={options}
                defaultValue={column ? formatSort([column]) : ''}
                {...(index > 0 && { emptyLabel: sortMessages.none })}
              />
            )
          })}
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit">{sortMessages.apply}</Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

export const sortPanel = { Panel: SortPanel, intents: {}, load: null }
