import '#client/frame/signedIn.ts'
import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { messages } from '#shared/messages.ts'
import { findFirstFailure } from './rules.ts'
import type { Rules } from './rules.ts'
import { PickerFrame } from './PickerFrame.tsx'
import { OptionLabel } from './AmbiguousMatches.tsx'
import { useLookupOnBlur, useSearch } from './useSearch.ts'
import type { SearchFunction } from './useSearch.ts'
import * as styles from './Combobox.css.ts'

export type ComboboxProps = {
  id: string
  name: string
  label: string
  search: SearchFunction<Option>
  /**
   * Finds options whose label is the text left in the field. Defaults to exact matches from
   * `search`.
   */
  findExact?: SearchFunction<Option>
  initial?: Option | null
  text?: string | undefined
  /** Options that the text may mean, according to the server: several with one label. */
  choices?: readonly Option[] | undefined
  /** The record in which to search. Other records have other options. */
  parentId?: number | undefined
  /** Accepts text that isn't an option. */
  free?: boolean | undefined
  opened?: boolean | undefined
  onChoose?: (option: Option | null) => void
  placeholder?: string | undefined
  /** The other selected options, if the field takes several. */
  chips?: ReactNode
  hint?: string | undefined
  aside?: ReactNode
  /** The server's error; takes precedence over the rules. */
  error?: string | undefined
  /** Checked against the selected value. */
  rules?: Rules | undefined
  required?: boolean | string | undefined
  disabled?: boolean | undefined
}

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
