import { useCombobox } from 'downshift'
import type { UseComboboxState, UseComboboxStateChangeOptions } from 'downshift'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Option } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { firstFailure } from '#shared/rules.ts'
import type { Rules } from '#shared/rules.ts'
import { describedBy, FieldFrame } from './Field.tsx'
import { useSearch } from './useSearch.ts'
import type { Search } from './useSearch.ts'
import * as field from './Field.css.ts'
import * as styles from './Combobox.css.ts'

export type ComboboxProps = {
  id: string
  name: string
  label: string
  /** Asks the API for what matches the text typed. */
  search: Search<Option>
  /** What is chosen at first. */
  initial?: Option | null
  onChoose?: (option: Option | null) => void
  placeholder?: string | undefined
  hint?: string | undefined
  /** A message from outside, the server's say; it goes before the rules' own. */
  error?: string | undefined
  /** Checked on blur and on change, against the value chosen. */
  rules?: Rules | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

const labelOf = (option: Option | null) => option?.label ?? ''
const { InputBlur, InputChange, FunctionSetInputValue } = useCombobox.stateChangeTypes

/**
 * One of many, found by typing; the API does the finding. A form sends the value chosen under `name`. While the text is not
 * the label of what is chosen, and always without JavaScript, it sends the text too, under `NAME.text`: where that is
 * present the action looks it up, and it wins over the value.
 */
export function Combobox({
  id,
  name,
  label,
  search,
  initial = null,
  onChoose,
  placeholder,
  hint,
  error,
  rules,
  required,
  disabled = false,
}: ComboboxProps) {
  const { found, state, ask } = useSearch(search)
  const [failure, setFailure] = useState<string>()
  const hydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )

  const combobox = useCombobox<Option>({
    id,
    inputId: id,
    items: [...found],
    itemToString: labelOf,
    initialSelectedItem: initial,
    stateReducer: (_, change) => settle(change, found),
    onInputValueChange: ({ inputValue, isOpen }) => isOpen && ask(inputValue),
    onIsOpenChange: ({ type, isOpen, inputValue = '', selectedItem = null }) => {
      // Opened on what is chosen already, it offers everything else.
      if (isOpen) ask(inputValue === labelOf(selectedItem) ? '' : inputValue)
      else if (type === InputBlur) check(inputValue, selectedItem)
    },
    onSelectedItemChange: ({ inputValue = '', selectedItem }) => {
      if (selectedItem) check(inputValue, selectedItem)
      onChoose?.(selectedItem)
    },
  })
  const { isOpen, selectedItem, highlightedIndex, inputValue } = combobox
  const shown = error ?? failure

  function check(text: string, chosen: Option | null) {
    setFailure(
      text && !chosen
        ? messages.validation.invalid(label)
        : rules && firstFailure(label, rules, chosen?.value ?? ''),
    )
  }

  // What was typed before the script ran is kept.
  const takeOver = useEffectEvent(() => {
    const control = document.getElementById(id)
    if (control instanceof HTMLInputElement && control.value !== inputValue)
      combobox.setInputValue(control.value)
  })
  useEffect(() => takeOver(), [])

  return (
    <FieldFrame id={id} label={label} hint={hint} error={shown} required={required}>
      <div className={styles.box}>
        <input type="hidden" name={name} value={selectedItem?.value ?? ''} disabled={disabled} />
        <input
          {...combobox.getInputProps({
            disabled,
            'aria-labelledby': undefined,
            onBlur: () => !isOpen && check(inputValue, selectedItem),
            onKeyDown: ({ key, nativeEvent }) => {
              // Closed, Escape is for what is around the field; downshift would empty it.
              if (key === 'Escape' && !isOpen)
                Object.assign(nativeEvent, { preventDownshiftDefault: true })
            },
          })}
          name={hydrated && inputValue === labelOf(selectedItem) ? undefined : `${name}.text`}
          className={field.control}
          placeholder={placeholder}
          autoComplete="off"
          aria-required={required || undefined}
          aria-invalid={shown ? true : undefined}
          aria-describedby={describedBy(id, hint, shown)}
        />
        <ul
          {...combobox.getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
          className={styles.menu}
          aria-busy={state === 'asking'}
          hidden={!isOpen}
        >
          {isOpen &&
            found.map((option, index) => (
              <li
                key={option.value}
                {...combobox.getItemProps({ item: option, index })}
                className={styles.option}
                data-highlighted={index === highlightedIndex || undefined}
              >
                {option.label}
              </li>
            ))}
        </ul>
        {isOpen && (state === 'failed' || found.length === 0) && (
          <p className={styles.says} role="status">
            {says[state]}
          </p>
        )}
      </div>
    </FieldFrame>
  )
}

const says = {
  asking: messages.loading,
  answered: messages.combobox.none,
  failed: messages.combobox.failed,
}

/** Other text is another choice, which is none until it is made; leaving with the whole label typed makes it. */
function settle(
  { type, changes }: UseComboboxStateChangeOptions<Option>,
  found: readonly Option[],
): Partial<UseComboboxState<Option>> {
  if (type === InputChange || type === FunctionSetInputValue)
    return { ...changes, selectedItem: null }
  if (type !== InputBlur || changes.selectedItem) return changes
  const typed = changes.inputValue?.trim().toLowerCase()
  const meant = found.find((option) => option.label.toLowerCase() === typed)
  return meant ? { ...changes, selectedItem: meant, inputValue: meant.label } : changes
}
