import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { ReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { is } from '#shared/engine/is.ts'
import {
  buildNewRecordUrl,
  buildNewRecordTabName,
  NewRecordMessage,
} from '#client/runtime/newRecordTab.ts'

type NewRecordField = {
  fieldId: string
  other: ReferenceTarget
  /** Label of the current selection, which isn't passed to the new record. */
  selected: string | undefined
  select: (option: Option) => void
}

/**
 * Opens the tab that creates a record for a field, and selects that record once it's created. Form
 * values stay in the form's own tab.
 */
export function openNewRecord({ fieldId, other: target, selected, select }: NewRecordField): void {
  const findControl = () => document.getElementById(fieldId)
  const control = findControl()
  const text = control instanceof HTMLInputElement ? control.value.trim() : ''
  const typed = text === selected ? '' : text
  const url = buildNewRecordUrl(target, target.creation?.address ?? '', typed)
  // With an opener, unlike the plain link: the tab reports what it created and may close itself.
  const tab = window.open(url, buildNewRecordTabName(target.name, fieldId))
  if (!tab) return
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== tab) return
    if (!is(data, NewRecordMessage) || data.newRecord.resource !== target.name) return
    window.removeEventListener('message', onMessage)
    const { id, label } = data.newRecord
    // The form may be gone by then.
    if (findControl()) select({ value: String(id), label })
  }
  window.addEventListener('message', onMessage)
}
