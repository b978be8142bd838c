import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { Referred } from '#shared/engine/fields/fields.ts'
import { is } from '#shared/is.ts'
import { buildNewRecordUrl, buildTabName, NewRecordMessage } from '#client/newRecordTab.ts'

/** Opens the tab that creates a record for a field, and selects that record once it's created. What the form holds stays in its own tab. */
export function useNewRecord(
  fieldId: string,
  other: Referred | undefined,
  select: (option: Option) => void,
) {
  const tab = useRef<Window | null>(null)
  const [created, setCreated] = useState('')
  const hear = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || !tab.current || source !== tab.current) return
    if (!is(data, NewRecordMessage) || data.newRecord.resource !== other?.name) return
    const { id, label } = data.newRecord
    select({ value: String(id), label })
    setCreated(label)
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  /** Takes along what is typed, unless that is what is selected already. */
  function open(event: MouseEvent, selected: string | undefined) {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (!other?.creation || ctrlKey || metaKey || shiftKey || altKey) return
    const control = document.getElementById(fieldId)
    const text = control instanceof HTMLInputElement ? control.value.trim() : ''
    const url = buildNewRecordUrl(other, other.creation.address, text === selected ? '' : text)
    // With an opener, unlike the plain link: the tab tells it what it created, and may be closed by its own script.
    tab.current = window.open(url, buildTabName(other.name, fieldId))
    // Where the browser opens none, the plain link does.
    if (tab.current) event.preventDefault()
  }
  return { created, open }
}
