import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { getColumnHeading, getColumnLabel, getColumns } from '#shared/engine/resource.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { Button } from '#client/ui/Button.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps } from './definePanels.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'
import * as moving from '../Moving.css.ts'

const columnsMessages = listToolMessages.columns
const moveSteps = [
  ['up', -1, glyph.up],
  ['down', 1, glyph.down],
] as const

/**
 * Renders which columns the list shows, and in what order. The platform saves the choice for this
 * operator.
 */
export function ColumnsPanel({ resource, view, columns, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const [order, setOrder] = useState(() => [...new Set([...columns, ...getColumns(resource)])])
  // The first column names the record and opens it.
  const [first = '', ...others] = order
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={messages.list.columns} close={close}>
      <Form method="post" action={pathname + search} className={panel.form} preventScrollReset>
        <div className={panel.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          <input type="hidden" name="intent" value="choose" />
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <input type="hidden" name="columns" value={first} />
          <ol className={styles.columns}>
            {others.map((column, index) => {
              const heading = getColumnHeading(resource, column)
              const label = getColumnLabel(resource, column)
              return (
                <li key={column} className={styles.column}>
                  <label className={styles.check} title={label === heading ? undefined : label}>
                    <input
                      type="checkbox"
                      name="columns"
                      value={column}
                      defaultChecked={columns.includes(column)}
                    />
                    {heading}
                  </label>
                  {moveSteps.map(([name, step, arrow]) => (
                    <button
                      key={name}
                      name="move"
                      value={`${column}:${name}`}
                      className={moving.move}
                      aria-label={listToolMessages.reorder[name](heading)}
                      disabled={!others[index + step]}
                      onClick={(event) => {
                        event.preventDefault()
                        const button = event.currentTarget
                        const other = others[index + step] ?? column
                        flushSync(() =>
                          setOrder([
                            first,
                            ...others.with(index, other).with(index + step, column),
                          ]),
                        )
                        button.focus()
                      }}
                    >
                      <span className={arrow} />
                    </button>
                  ))}
                </li>
              )
            })}
          </ol>
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" name="usual" value="1" color="white">
            {columnsMessages.usual}
          </Button>
          <Button type="submit" loading={busy}>
            {formMessages.save}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}
