import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import { toArrayOrEmpty, parseEntries } from '#shared/engine/fields/kind.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { runAfterPointerUp } from '#client/ui/focus/runAfterPointerUp.ts'
import { getDescriptionId, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { Chips } from './Chips.tsx'
import { toRequiredProp } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import * as control from '#client/ui/inputs/Field.css.ts'

const isInvalidEntry = (field: Field, entry: string) => validateField(field, [entry]) !== undefined

/**
 * Renders several short texts: chips with script, one comma-separated line without. An invalid
 * entry gets an input of its own to fix it.
 */
export function ListInput(props: InputProps) {
  const { id, name, field, value, error } = props
  const { label, hint, required } = field
  const [entries, setEntries] = useState<string[]>()
  /** The index of the entry being edited, which stays an input until it's left. */
  const [editedIndex, setEditedIndex] = useState<number>()
  const text = useRef<HTMLInputElement>(null)
  const previousEntries = useRef<string[]>(undefined)
  const isAdopted = useRef(false)
  const adoptText = useEffectEvent(() => {
    // React runs effects twice in development: the second run would find the text emptied and lose
    // the entries.
    if (isAdopted.current) return
    isAdopted.current = true
    const form = text.current?.form
    // Includes what was typed before script ran.
    const now = form ? parseFormData({ [name]: field }, new FormData(form))[name] : value
    if (text.current) text.current.value = ''
    setEntries(toArrayOrEmpty(now).map(String))
  })
  useLayoutEffect(() => adoptText(), [])
  useEffect(() => {
    // The input of an edited entry reports its own change.
    if (previousEntries.current && previousEntries.current !== entries && editedIndex === undefined)
      text.current?.dispatchEvent(new Event('change', { bubbles: true }))
    previousEntries.current = entries
  }, [entries, editedIndex])

  function add(typed: string) {
    const added = parseEntries(typed, field)
    if (text.current) text.current.value = ''
    if (!entries || added.length === 0) return
    const all = [...entries, ...added]
    setEntries(field.allowDuplicates ? all : [...new Set(all)])
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value
    if (!entries || event.nativeEvent.isComposing) return
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') setEntries(entries.slice(0, -1))
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!entries || !/[,\n]/.test(pasted)) return
    event.preventDefault()
    add(`${event.currentTarget.value}${pasted.replaceAll(/\r?\n/g, ',')}`)
  }
  const isOpen = (entry: string, index: number) =>
    index === editedIndex || (error !== undefined && isInvalidEntry(field, entry))
  const descriptionId = getDescriptionId(id, hint, error)
  return (
    <FieldFrame {...{ id, label, hint, error }} required={toRequiredProp(field)}>
      <div className={control.several}>
        {entries?.map((entry, index) =>
          isOpen(entry, index) ? (
            <input
              key={index}
              type="text"
              name={name}
              aria-label={`${field.entryLabel ?? label} ${index + 1}`}
              autoComplete="off"
              className={control.control}
              value={entry}
              onFocus={() => setEditedIndex(index)}
              onChange={({ currentTarget }) => setEntries(entries.with(index, currentTarget.value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                text.current?.focus()
              }}
              onBlur={() =>
                runAfterPointerUp(() => {
                  setEditedIndex(undefined)
                  setEntries((now) => now?.flatMap((one) => parseEntries(one, field)))
                })
              }
              aria-invalid={(error !== undefined && isInvalidEntry(field, entry)) || undefined}
              aria-describedby={descriptionId}
            />
          ) : (
            <input key={index} type="hidden" name={name} value={entry} />
          ),
        )}
        <Chips
          entries={(entries ?? []).flatMap((entry, key) =>
            isOpen(entry, key) ? [] : [{ key, label: entry }],
          )}
          remove={(removedIndex) => {
            setEntries(entries?.filter((_, index) => index !== removedIndex))
            text.current?.focus()
          }}
        />
        <input
          ref={text}
          id={id}
          name={name}
          type="text"
          autoComplete="off"
          className={control.adds}
          defaultValue={formatInput(value, field)}
          placeholder={props.inherited}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // Another chip would move whatever is being pressed.
          onBlur={({ currentTarget }) => runAfterPointerUp(() => add(currentTarget.value))}
          // The input itself is empty if there are entries: they come before it.
          aria-required={(required && !(entries ?? toArrayOrEmpty(value)).length) || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={descriptionId}
        />
      </div>
    </FieldFrame>
  )
}
