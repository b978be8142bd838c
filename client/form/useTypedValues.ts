import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import type { Fields } from '#shared/engine/resource.ts'

/**
 * Returns the typed values of some fields in the form around an element; null until script runs.
 */
export function useTypedValues(
  element: RefObject<HTMLElement | null>,
  fields: Fields,
): Readonly<Record<string, unknown>> | null {
  const [values, setValues] = useState<Record<string, unknown> | null>(null)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return undefined
    const read = () => setValues(parseFormData(fields, new FormData(form)))
    read()
    const events = ['input', 'change'] as const
    for (const event of events) form.addEventListener(event, read)
    return () => events.forEach((event) => form.removeEventListener(event, read))
  }, [element, fields])
  return values
}
