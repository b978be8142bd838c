import { useEffect, useRef, useState } from 'react'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { findGroupCopyApprovalNotes } from '#shared/areas/members/groupCalls.ts'
import { useTypedValues } from '#client/frame/index.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { memberGroupsMessages } from './messages.ts'

type Props = { group: AnyRecord; fields: Fields }

/**
 * Warns before saving that copies in the selected stores need a second operator. Without
 * JavaScript, explains when they do.
 */
export function GroupCopyApprovalNote({ group, fields }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const typed = useTypedValues(container, fields)?.['storeIds']
  const storeIds = Array.isArray(typed)
    ? typed.map((one) => (isReferenceValue(one) ? one.id : Number(one)))
    : []
  const notes = useDuplicateNotes(group.id, storeIds.filter(Boolean).join(','))
  if (!group['creditAmount'] || group['type'] !== 'rule') return null
  return (
    <div ref={container} role="status">
      {notes === null || notes.length === 0 ? (
        <p>{memberGroupsMessages.copiesMayWait}</p>
      ) : (
        notes.map((note) => (
          <p key={note}>
            <strong>{note}</strong>
          </p>
        ))
      )}
    </div>
  )
}

/** Loads the notes. Null while no store is selected or until they have loaded. */
function useDuplicateNotes(groupId: number, storeIds: string): string[] | null {
  const api = useApi()
  const [loaded, setLoaded] = useState<{ storeIds: string; notes: string[] | null } | null>(null)
  useEffect(() => {
    if (storeIds === '') return undefined
    const controller = new AbortController()
    const saveNotes = (notes: string[] | null) =>
      controller.signal.aborted || setLoaded({ storeIds, notes })
    findGroupCopyApprovalNotes(api, groupId, storeIds, controller.signal).then(saveNotes, () =>
      saveNotes(null),
    )
    return () => controller.abort()
  }, [api, groupId, storeIds])
  return loaded?.storeIds === storeIds ? loaded.notes : null
}
