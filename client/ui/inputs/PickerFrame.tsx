import { useEffect, useRef } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { getLabelInputName, getTextInputName } from '#shared/engine/list/referenceValues.ts'
import { messages } from '#shared/messages.ts'
import { getDescriptionId, FieldFrame } from './Field.tsx'
import type { FieldFrameProps } from './Field.tsx'
import { AmbiguousMatches } from './AmbiguousMatches.tsx'
import * as field from './Field.css.ts'
import * as styles from './Combobox.css.ts'

type Props = Omit<FieldFrameProps, 'children'> & {
  name: string
  /** The selected option; null while the text is none. */
  chosen: Option | null
  text: string
  several: readonly Option[]
  choose?: (option: Option) => void
  disabled?: boolean | undefined
  placeholder?: string | undefined
  /** The other selected options, shown in one box with the text. */
  chips?: ReactNode
  input: ComponentPropsWithRef<'input'>
  children?: ReactNode
}

/**
 * Renders the inputs of a choice found by typing: value, label, text
 * (shared/engine/fields/formValues.ts). Works without JavaScript.
 */
export function PickerFrame({
  name,
  chosen,
  text,
  several,
  choose,
  disabled,
  placeholder,
  chips,
  input,
  children,
  ...frame
}: Props) {
  const { id, label, hint, error, required } = frame
  const value = chosen?.value
  const valueInput = useRef<HTMLInputElement>(null)
  const previousValue = useRef(value)
  useEffect(() => {
    const isNew = value !== undefined && value !== previousValue.current
    previousValue.current = value
    if (!isNew) return
    const control = document.getElementById(id)
    if (control instanceof HTMLInputElement) control.value = chosen?.label ?? ''
    // The form listens for committed changes of its inputs, and a choice is one.
    valueInput.current?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [value, id, chosen?.label])
  return (
    <FieldFrame {...frame}>
      <div className={chips === undefined ? styles.box : field.several}>
        {chips}
        <input ref={valueInput} type="hidden" name={name} value={value ?? ''} disabled={disabled} />
        <input
          type="hidden"
          name={getLabelInputName(name)}
          // Without JavaScript, one of several is chosen below the text, which is its label.
          value={chosen || several.length === 0 ? (chosen?.label ?? '') : text}
          disabled={disabled}
        />
        <input
          {...input}
          id={id}
          name={getTextInputName(name)}
          className={chips === undefined ? field.control : field.adds}
          placeholder={placeholder}
          disabled={disabled}
          autoComplete="off"
          aria-required={required === true || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={getDescriptionId(id, hint, error)}
        />
        {children}
      </div>
      {several.length > 0 && (
        <AmbiguousMatches
          {...{ name, several, choose }}
          chosen={value}
          label={messages.combobox.which(label, text)}
        />
      )}
    </FieldFrame>
  )
}
