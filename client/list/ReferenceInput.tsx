import { useEffect, useRef, useState } from 'react'
import type { Field } from '#shared/fields.ts'
import { inputText } from '#shared/formValues.ts'
import { recordsLike } from '#shared/references.ts'
import { labelOf } from '#shared/resource.ts'
import { useApi } from '../ConsoleContext.tsx'
import { TextInput } from '../ui/TextInput.tsx'

/** How long typing must rest before the API is asked, in milliseconds. */
const restMs = 200

/**
 * Another record, chosen by its label: the native input with suggestions, which the API finds once the field is
 * entered. Without JavaScript, and where the API does not answer, the label is typed; the action looks it up.
 */
export function ReferenceInput({
  id,
  name,
  field,
  value,
  error,
  placeholder,
}: {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  placeholder?: string | undefined
}) {
  const api = useApi()
  const [labels, setLabels] = useState<string[]>([])
  const asked = useRef<AbortController>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const other = field.to

  function suggest(typed: string, rest: number) {
    clearTimeout(timer.current)
    asked.current?.abort()
    if (!other) return
    const asking = new AbortController()
    asked.current = asking
    timer.current = setTimeout(async () => {
      // Suggestions are a help: without an answer the label can still be typed.
      const found = await recordsLike(api, other, typed.trim(), asking.signal).catch(() => [])
      if (!asking.signal.aborted) setLabels(found.map((record) => labelOf(other, record)))
    }, rest)
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current?.abort()
    },
    [],
  )

  return (
    <>
      <TextInput
        id={id}
        name={name}
        label={field.label}
        hint={field.hint}
        error={error}
        required={field.required}
        placeholder={placeholder}
        defaultValue={inputText(value)}
        list={`${id}-suggestions`}
        onFocus={() => suggest('', 0)}
        onInput={({ currentTarget }) => suggest(currentTarget.value, restMs)}
      />
      <datalist id={`${id}-suggestions`}>
        {labels.map((label) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}
