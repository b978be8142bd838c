import { useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'
import type { Selection } from './selection.ts'
import * as styles from './SelectionBar.css.ts'

/** How many records are selected, over the foot of their list; it is there while there are any. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const count = useSyncExternalStore(selection.subscribe, selection.count, none)
  return (
    <div className={styles.place}>
      <p role="status" className={styles.count}>
        {count > 0 ? messages.list.selected(count) : ''}
      </p>
      {count > 0 && (
        <button type="button" className={styles.clear} onClick={selection.clear}>
          {messages.list.clearSelection}
        </button>
      )}
    </div>
  )
}

const none = () => 0
