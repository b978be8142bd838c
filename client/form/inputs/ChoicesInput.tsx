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
  field: { label, hint, options: offered = [] },
  value,
  error,
}: {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
}) {
  const [chosen, setChosen] = useState<unknown[]>(() => (Array.isArray(value) ? value : []))
  // Saved entries that aren't offered anymore come first, as `toFormValues` orders them, so that
  // they stay until they're cleared.
  const [options] = useState(() => [...findOldEntries(offered, chosen), ...offered])
  const boxes = useRef<HTMLDivElement>(null)
  const readChosen = () => {
    const ticked = boxes.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? []
    setChosen([...ticked].map((box) => box.value))
  }
  const labels = options.filter((one) => chosen.includes(one.value)).map((one) => one.label)
  return (
    <fieldset
      className={styles.choices}
      data-invalid={error ? true : undefined}
      aria-describedby={getDescriptionId(id, hint, error)}
    >
      <legend className={field.label}>{label}</legend>
      <input type="hidden" name={name} value="" />
      <FoldedOptions many={options.length > maxOpenOptions} chosen={labels.join(', ')}>
        <div ref={boxes} className={styles.boxes} onChange={readChosen}>
          {options.map((option) => (
            <label key={option.value} className={styles.box}>
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
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

const findOldEntries = (offered: readonly Option[], chosen: readonly unknown[]): Option[] =>
  chosen.flatMap((entry) =>
    typeof entry === 'string' && entry !== '' && !offered.some(({ value }) => value === entry)
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
      <summary className={field.control}>{chosen || formMessages.none}</summary>
      {children}
    </details>
  )
}
