import { Suspense, useSyncExternalStore } from 'react'
import { messages } from '#shared/messages.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { listTools } from '../listTools.ts'
import type { BulkBarProps, ListProps } from '../listProps.ts'
import type { Selection } from './selection.ts'
import * as styles from './SelectionBar.css.ts'

/**
 * Renders how many records are selected and the actions on them, in the toolbar's place, while any
 * are selected.
 */
export function SelectionBar({ selection, ...list }: ListProps & { selection: Selection }) {
  const selectedIds = useSyncExternalStore(selection.subscribe, selection.get, selection.get)
  const { total, totalIsCapped } = list.data.page
  // The selection outlasts a search without results, but has no actions while no row is visible.
  const hasRows = list.data.records.length > 0
  return (
    <div
      className={styles.bar}
      data-shown={(selectedIds && hasRows) || undefined}
      inert={selectedIds !== null && !hasRows}
    >
      <p role="status" className={styles.count} tabIndex={-1} data-chosen>
        {selectedIds &&
          messages.list.selected(
            selectedIds === 'all' ? messages.list.total(total, totalIsCapped) : selectedIds.length,
          )}
      </p>
      {selectedIds && (
        <Suspense>
          <BulkActions {...list} selection={selection} chosen={selectedIds} />
        </Suspense>
      )}
    </div>
  )
}

function BulkActions(props: BulkBarProps) {
  const tools = useLazyPart(listTools)
  return tools && <tools.BulkBar {...props} />
}
