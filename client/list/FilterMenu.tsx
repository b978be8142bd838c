import { offeredFilters } from '#shared/engine/listQuery.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { FilterInput } from './FilterInput.tsx'
import * as styles from './ListToolbar.css.ts'

/** One field per column that can be filtered; they belong to the toolbar's form. */
export function FilterMenu({
  resource,
  view,
  picked,
}: {
  resource: Resource
  view: ListView
  picked: Labels
}) {
  return (
    <Menu label={messages.list.filters}>
      <div className={styles.fields}>
        {offeredFilters(resource).map((column) => (
          <FilterInput
            key={column}
            resource={resource}
            column={column}
            filters={view.query.filters}
            unread={view.unread}
            picked={picked}
          />
        ))}
        <div className={styles.apply}>
          <Button type="submit">{messages.list.apply}</Button>
        </div>
      </div>
    </Menu>
  )
}
