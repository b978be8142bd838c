import { Suspense, useState, useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'
import { bulkBar } from './bulkBar.ts'
import { listForm } from './listProps.ts'
import type { ListProps } from './listProps.ts'
import type { Selection } from './selection.ts'
import * as styles from './SelectionBar.css.ts'

/** How many records are chosen, over the foot of their list, and what can be done with them; it is there while there are any. */
export function SelectionBar({ selection, ...list }: ListProps & { selection: Selection }) {
  const chosen = useSyncExternalStore(selection.subscribe, selection.get, selection.get)
  const { total, totalIsCapped } = list.data.page
  const [BulkBar] = useState(() => bulkBar())
  return (
    <>
      <div className={styles.place} data-shown={chosen ? true : undefined}>
        <p role="status" className={styles.count}>
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
      <noscript>
        <button type="submit" form={listForm} className={styles.plain}>
          {messages.list.chooseTicked}
        </button>
      </noscript>
    </>
  )
}
