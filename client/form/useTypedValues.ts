import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import type { Fields } from '#shared/engine/resource.ts'

/** The values of some fields of the form around an element, as they're typed; null until the page runs its script. */
export function useTypedValues(
  place: RefObject<HTMLElement | null>,
  fields: Fields,
): Readonly<Record<string, unknown>> | null {
  const [values, setValues] = useState<Record<string, unknown> | null>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return undefined
    const read = () => setValues(parseFormData(fields, new FormData(form)))
    read()
    const events = ['input', 'change'] as const
    for (const event of events) form.addEventListener(event, read)
    return () => events.forEach((event) => form.removeEventListener(event, read))
  }, [place, fields])
  return values
}
