import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { messages } from '#shared/messages.ts'
import { OptionLabel, PickerFrame } from '../frame/index.ts'
import type { ComboboxProps } from '../ui/inputs/comboboxProps.ts'
import type { SearchFunction } from '../ui/inputs/useSearch.ts'
import { findFirstFailure } from '../ui/inputs/rules.ts'
import { useLookupOnBlur, useSearch } from '../ui/inputs/useSearch.ts'
import * as styles from '../ui/inputs/Combobox.css.ts'

const getOptionLabel = (option: Option | null) => option?.label ?? ''
const { InputChange, FunctionSetInputValue } = useCombobox.stateChangeTypes

/**
 * Renders a single choice found by typing. Its value counts while the text is its label; the API
 * looks up any other text.
 */
export function Combobox({
  id,
  name,
  label,
  search,
  findExact: lookUp,
  initial = null,
  text,
  choices,
  parentId,
  free = false,
  opened = false,
  onChoose,
  placeholder,
  chips,
  hint,
  aside,
  error,
  rules,
  required,
  disabled = false,
}: ComboboxProps) {
  const { found, state, ask } = useSearch(search)
  const lookup = useLookupOnBlur(label, lookUp ?? createExactSearch(search), choices)
  const { several } = lookup
  const findControl = () => {
    const input = document.getElementById(id)
    return input instanceof HTMLInputElement ? input : null
  }

  const combobox = useCombobox<Option>({
    id,
    inputId: id,
    items: [...found],
    itemToString: getOptionLabel,
    initialSelectedItem: initial,
    initialInputValue: text ?? getOptionLabel(initial),
    // Edited text selects nothing until an option is chosen.
    stateReducer: (_, { type, changes }) =>
      type === InputChange || type === FunctionSetInputValue
        ? { ...changes, selectedItem: null }
        : changes,
    onInputValueChange: ({ type, inputValue, isOpen, selectedItem = null }) => {
      lookup.forget()
      // The DOM owns the text, so that no render overwrites a key pressed in between.
      const input = findControl()
      if (input && type !== InputChange && type !== FunctionSetInputValue) input.value = inputValue
      if (inputValue !== getOptionLabel(selectedItem)) lookup.forgetSeveral()
      if (isOpen) ask(inputValue)
    },
    onIsOpenChange: ({ isOpen, inputValue = '', selectedItem = null }) => {
      // If opened on the current selection, offers all options.
      if (isOpen) ask(inputValue === getOptionLabel(selectedItem) ? '' : inputValue)
    },
    onSelectedItemChange: ({ selectedItem }) => {
      lookup.forget()
      if (selectedItem) check(selectedItem)
      onChoose?.(selectedItem)
    },
  })
  const { isOpen, selectedItem, highlightedIndex, inputValue } = combobox
  const shown = error ?? lookup.failure

  const check = (chosen: Option | null) =>
    lookup.setFailure(rules && findFirstFailure(label, rules, chosen?.value ?? ''))

  async function leave() {
    const typed = inputValue.trim()
    if (free || selectedItem || typed === '') return check(selectedItem)
    const match = await lookup.leave(typed)
    if (match) combobox.selectItem(match)
  }

  const openFirst = useEffectEvent(() => opened && combobox.openMenu())
  useEffect(() => void openFirst(), [])
  // Adopts the DOM's text, which was typed before hydration or cleared for another parent.
  const takeOver = useEffectEvent((_place: number | undefined) => {
    const typed = findControl()?.value ?? inputValue
    if (typed !== inputValue) combobox.setInputValue(typed)
  })
  useEffect(() => takeOver(parentId), [parentId])
  const searchInParent = useEffectEvent((_place: number | undefined) => {
    if (isOpen) ask(inputValue === getOptionLabel(selectedItem) ? '' : inputValue)
  })
  useEffect(() => searchInParent(parentId), [parentId])
  // The matching options appear where the list would cover them.
  const closeFor = useEffectEvent((shown: readonly Option[]) => {
    if (shown.length > 0) combobox.closeMenu()
  })
  useEffect(() => closeFor(several), [several])

  return (
    <PickerFrame
      {...{ id, name, label, hint, aside, required, disabled, placeholder, chips, several }}
      error={shown}
      chosen={selectedItem}
      text={inputValue}
      choose={combobox.selectItem}
      input={{
        ...combobox.getInputProps({
          disabled,
          'aria-labelledby': undefined,
          onBlur: () => void leave(),
          onKeyDown: ({ key, nativeEvent }) => {
            // While the list is closed, Escape is for whatever surrounds the field; downshift would
            // clear the field.
            if (key === 'Escape' && !isOpen)
              Object.assign(nativeEvent, { preventDownshiftDefault: true })
          },
        }),
        value: undefined,
        defaultValue: text ?? getOptionLabel(initial),
      }}
    >
      <ul
        {...combobox.getMenuProps({
          'aria-label': isOpen ? label : undefined,
          'aria-labelledby': undefined,
        })}
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
              <OptionLabel option={option} />
            </li>
          ))}
      </ul>
      {isOpen && (state === 'failed' || found.length === 0) && (
        <p className={styles.says} role="status">
          {searchStateMessages[state]}
        </p>
      )}
    </PickerFrame>
  )
}

const searchStateMessages = {
  asking: messages.loading,
  answered: messages.combobox.none,
  failed: messages.combobox.failed,
}

const createExactSearch =
  (search: SearchFunction<Option>): SearchFunction<Option> =>
  async (text, signal) =>
    (await search(text, signal)).filter(({ label }) => label.toLowerCase() === text.toLowerCase())
