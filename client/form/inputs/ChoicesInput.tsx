import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { getDescriptionId, FieldNote } from '#client/ui/inputs/Field.tsx'
import * as field from '#client/ui/inputs/Field.css.ts'
import * as styles from './inputs.css.ts'

/** More boxes than this are collapsed, because they would push the rest of the form away. */
const maxOpenOptions = 12

/**
 * Renders a fixed set of options as checkboxes that wrap. An empty value before them says "none" if
 * no box is checked.
 */
export function ChoicesInput({
  id,
  name,
  field: { label, hint, emptyLabel = formMessages.none, options: fieldOptions = [] },
  value,
  error,
}: {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
}) {
  const [selection, setSelection] = useState<unknown[]>(() => (Array.isArray(value) ? value : []))
  // Saved entries that aren't offered anymore come first, as `toFormValues` orders them, so that
  // they stay until they're cleared.
  const [options] = useState(() => [...findOldEntries(fieldOptions, selection), ...fieldOptions])
  const boxes = useRef<HTMLDivElement>(null)
  const readSelection = () => {
    const checkedBoxes = boxes.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? []
    setSelection([...checkedBoxes].map((box) => box.value))
  }
  const labels = options.filter((one) => selection.includes(one.value)).map((one) => one.label)
  return (
    <fieldset
      className={styles.choices}
      data-invalid={error ? true : undefined}
      aria-describedby={getDescriptionId(id, hint, error)}
    >
      <legend className={field.label}>{label}</legend>
      <input type="hidden" name={name} value="" />
      <FoldedOptions
        many={options.length > maxOpenOptions}
        chosen={labels.join(', ') || emptyLabel}
      >
        <div ref={boxes} className={styles.boxes} onChange={readSelection}>
          {options.map((option) => (
            <label key={option.value} className={styles.box}>
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={selection.includes(option.value)}
                aria-invalid={error ? true : undefined}
              />
              {option.label}
            </label>
          ))}
        </div>
      </FoldedOptions>
      <FieldNote {...{ id, hint, error }} />
    </fieldset>
  )
}

const findOldEntries = (fieldOptions: readonly Option[], selection: readonly unknown[]): Option[] =>
  selection.flatMap((entry) =>
    typeof entry === 'string' && entry !== '' && !fieldOptions.some(({ value }) => value === entry)
      ? [{ value: entry, label: entry }]
      : [],
  )

function FoldedOptions({
  many,
  chosen,
  children,
}: {
  many: boolean
  chosen: string
  children: ReactNode
}) {
  if (!many) return children
  return (
    <details className={styles.folded}>
      <summary className={field.control}>{chosen}</summary>
      {children}
    </details>
  )
}
