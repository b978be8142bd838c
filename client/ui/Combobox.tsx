import { useCombobox } from 'downshift'
import { useEffect, useRef, useState } from 'react'
import type { Option } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { describedBy, FieldFrame } from './Field.tsx'
import * as field from './Field.css.ts'
import * as styles from './Combobox.css.ts'

export type ComboboxProps = {
  id: string
  name: string
  label: string
  /** Finds what matches the text typed; it is asked again with each change, and told when its answer is no longer wanted. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
  /** What is chosen at first. */
  initial?: Option | null
  onChoose?: (option: Option | null) => void
  hint?: string | undefined
  error?: string | undefined
  required?: boolean | undefined
}

/** How long typing must rest before the API is asked, in milliseconds. */
const restMs = 150

/** One of many, found by typing; the API does the finding. A form sends the chosen value under `name`. */
export function Combobox({
  id,
  name,
  label,
  search,
  initial = null,
  onChoose,
  hint,
  error,
  required,
}: ComboboxProps) {
  const [found, setFound] = useState<readonly Option[]>([])
  const [failed, setFailed] = useState(false)
  const asked = useRef<AbortController>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function ask(text: string) {
    clearTimeout(timer.current)
    asked.current?.abort()
    const asking = new AbortController()
    asked.current = asking
    timer.current = setTimeout(async () => {
      const options = await search(text, asking.signal).catch(() => null)
      if (asking.signal.aborted) return
      setFailed(options === null)
      if (options) setFound(options)
    }, restMs)
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current?.abort()
    },
    [],
  )

  const combobox = useCombobox<Option>({
    id,
    inputId: id,
    items: [...found],
    itemToString: (option) => option?.label ?? '',
    initialSelectedItem: initial,
    onInputValueChange: ({ inputValue, isOpen }) => isOpen && ask(inputValue ?? ''),
    onIsOpenChange: ({ isOpen, inputValue }) =>
      isOpen && ask(inputValue === combobox.selectedItem?.label ? '' : (inputValue ?? '')),
    onSelectedItemChange: ({ selectedItem }) => onChoose?.(selectedItem),
  })
  const { isOpen, selectedItem, highlightedIndex } = combobox
  const says = failed
    ? messages.combobox.failed
    : found.length === 0
      ? messages.combobox.none
      : null
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required}>
      <div className={styles.box}>
        <input type="hidden" name={name} value={selectedItem?.value ?? ''} />
        <input
          {...combobox.getInputProps({ 'aria-labelledby': undefined })}
          className={field.control}
          autoComplete="off"
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <ul
          {...combobox.getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
          className={styles.menu}
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
        {isOpen && says && (
          <p className={styles.says} role="status">
            {says}
          </p>
        )}
      </div>
    </FieldFrame>
  )
}
