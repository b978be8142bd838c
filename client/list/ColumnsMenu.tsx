import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnHead, columnsOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import * as styles from './ListToolbar.css.ts'

/** Which columns the list shows; the boxes belong to the toolbar's form. */
export function ColumnsMenu({ resource, view }: { resource: Resource; view: ListView }) {
  return (
    <Menu label={messages.list.columns}>
      <div className={styles.fields}>
        {columnsOf(resource).map((column, at) => (
          <label key={column} className={styles.check}>
            <input
              type="checkbox"
              name="columns"
              value={column}
              defaultChecked={view.columns.includes(column)}
              disabled={at === 0}
            />
            {/* The first always stays; a box that is disabled is not sent. */}
            {at === 0 && <input type="hidden" name="columns" value={column} />}
            {columnHead(resource, column)}
          </label>
        ))}
        <div className={styles.apply}>
          <Button type="submit">{messages.list.apply}</Button>
        </div>
      </div>
    </Menu>
  )
}
