import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { entriesOf, listed } from '#shared/engine/kind.ts'
import { inputText, valuesFrom } from '#shared/engine/formValues.ts'
import { afterPointer } from '../ui/afterPointer.ts'
import { describedBy, FieldFrame } from '../ui/Field.tsx'
import { Chips } from './Chips.tsx'
import type { InputProps } from './inputProps.ts'
import * as control from '../ui/Field.css.ts'
import * as styles from './inputs.css.ts'

/** Several short texts: chips with a script, one line with commas without. */
export function ListInput(props: InputProps) {
  const { id, name, field, value, error } = props
  const { label, hint, required } = field
  const [entries, setEntries] = useState<string[]>()
  const text = useRef<HTMLInputElement>(null)
  const before = useRef<string[]>(undefined)
  useEffect(() => {
    const form = text.current?.form
    // What was typed before the script ran is kept.
    const now = form ? valuesFrom({ [name]: field }, new FormData(form))[name] : value
    if (text.current) text.current.value = ''
    // oxlint-disable-next-line react/set-state-in-effect -- the server draws a line, so the first render must draw one too
    setEntries(entriesOf(now).map(String))
    // oxlint-disable-next-line react/exhaustive-deps -- once: from then on the chips are what counts
  }, [])
  useEffect(() => {
    if (before.current && before.current !== entries)
      text.current?.dispatchEvent(new Event('change', { bubbles: true }))
    before.current = entries
  }, [entries])

  function add(typed: string) {
    const added = listed(typed, field)
    if (text.current) text.current.value = ''
    if (entries && added.length > 0) setEntries([...new Set([...entries, ...added])])
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
  return (
    <FieldFrame {...{ id, label, hint, error, required }}>
      <div className={styles.entries}>
        {entries?.map((entry) => (
          <input key={entry} type="hidden" name={name} value={entry} />
        ))}
        <Chips
          entries={(entries ?? []).map((entry) => ({ key: entry, label: entry }))}
          remove={(gone) => {
            setEntries(entries?.filter((entry) => entry !== gone))
            text.current?.focus()
          }}
        />
        <input
          ref={text}
          id={id}
          name={name}
          type="text"
          autoComplete="off"
          className={control.control}
          defaultValue={inputText(value, field)}
          placeholder={props.inherited}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          // A chip more moves what is being pressed.
          onBlur={({ currentTarget }) => afterPointer(() => add(currentTarget.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
      </div>
    </FieldFrame>
  )
}
