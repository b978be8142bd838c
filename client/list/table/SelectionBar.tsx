import { Suspense, useState, useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'
import { lazyBulkBar } from '../lazyParts.ts'
import type { ListProps } from '../listProps.ts'
import type { Selection } from './selection.ts'
import * as styles from './SelectionBar.css.ts'

/** How many records are chosen, in the place of the toolbar, and what can be done with them; it is there while there are any. */
export function SelectionBar({ selection, ...list }: ListProps & { selection: Selection }) {
  const chosen = useSyncExternalStore(selection.subscribe, selection.get, selection.get)
  const { total, totalIsCapped } = list.data.page
  const [BulkBar] = useState(() => lazyBulkBar.component())
  // What is chosen outlasts a search that finds nothing, and is not acted on where no row is seen.
  const isSeen = list.data.records.length > 0
  return (
    <div
      className={styles.bar}
      data-shown={(chosen && isSeen) || undefined}
      inert={chosen !== null && !isSeen}
    >
      <p role="status" className={styles.count} tabIndex={-1} data-chosen>
        {chosen &&
          messages.list.selected(
            chosen === 'all' ? messages.list.total(total, totalIsCapped) : chosen.length,
          )}
      </p>
      {chosen && (
        <Suspense>
          <BulkBar {...list} selection={selection} chosen={chosen} />
        </Suspense>
      )}
    </div>
  )
}
