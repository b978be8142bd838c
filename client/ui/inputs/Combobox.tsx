import '#client/frame/signedIn.ts'
import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { messages } from '#shared/messages.ts'
import { findFirstFailure } from './rules.ts'
import type { Rules } from './rules.ts'
import { PickerFrame } from './PickerFrame.tsx'
import { OptionLabel } from './MatchingOptions.tsx'
import { useTypedTextLookup, useSearch } from './useSearch.ts'
import type { SearchFunction } from './useSearch.ts'
import * as styles from './Combobox.css.ts'

export type ComboboxProps = {
  id: string
  name: string
  label: string
  search: SearchFunction<Option>
  /** Asks for what is called as the text that was left in the field; of what `search` finds unless given. */
  findExact?: SearchFunction<Option>
  initial?: Option | null
  text?: string | undefined
  /** What the text may mean, by the server's say: several of one label. */
  choices?: readonly Option[] | undefined
  /** Which record it searches in: in another one what is offered is another. */
  parentId?: number | undefined
  /** Text that is no choice is as good. */
  free?: boolean | undefined
  opened?: boolean | undefined
  onChoose?: (option: Option | null) => void
  placeholder?: string | undefined
  /** What is chosen besides, of several. */
  chips?: ReactNode
  hint?: string | undefined
  aside?: ReactNode
  /** A message from outside, the server's say; it goes before the rules' own. */
  error?: string | undefined
  /** Against the value chosen. */
  rules?: Rules | undefined
  required?: boolean | string | undefined
  disabled?: boolean | undefined
}

const getOptionLabel = (option: Option | null) => option?.label ?? ''
const { InputChange, FunctionSetInputValue } = useCombobox.stateChangeTypes

/** One of many, found by typing. Its value counts while the text is its label; other text is looked up by the API. */
export function Combobox({
  id,
  name,
  label,
  search,
  findExact: lookUp,
  initial = null,
  text,
  choices,
  parentId: within,
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
  const left = useTypedTextLookup(label, lookUp ?? createExactSearch(search), choices)
  const { several } = left
  const control = () => {
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
    // Other text is another choice, which is none until it is made.
    stateReducer: (_, { type, changes }) =>
      type === InputChange || type === FunctionSetInputValue
        ? { ...changes, selectedItem: null }
        : changes,
    onInputValueChange: ({ type, inputValue, isOpen, selectedItem = null }) => {
      left.forget()
      // The text is the document's, so that no rendering writes over a key pressed meanwhile.
      const input = control()
      if (input && type !== InputChange && type !== FunctionSetInputValue) input.value = inputValue
      if (inputValue !== getOptionLabel(selectedItem)) left.forgetSeveral()
      if (isOpen) ask(inputValue)
    },
    onIsOpenChange: ({ isOpen, inputValue = '', selectedItem = null }) => {
      // Opened on what is chosen already, it offers everything else.
      if (isOpen) ask(inputValue === getOptionLabel(selectedItem) ? '' : inputValue)
    },
    onSelectedItemChange: ({ selectedItem }) => {
      left.forget()
      if (selectedItem) check(selectedItem)
      onChoose?.(selectedItem)
    },
  })
  const { isOpen, selectedItem, highlightedIndex, inputValue } = combobox
  const shown = error ?? left.failure

  const check = (chosen: Option | null) =>
    left.setFailure(rules && findFirstFailure(label, rules, chosen?.value ?? ''))

  async function leave() {
    const typed = inputValue.trim()
    if (free || selectedItem || typed === '') return check(selectedItem)
    const only = await left.leave(typed)
    if (only) combobox.selectItem(only)
  }

  const openFirst = useEffectEvent(() => opened && combobox.openMenu())
  useEffect(() => void openFirst(), [])
  // What was typed before the script ran is kept, and so is what another place emptied.
  const takeOver = useEffectEvent((_place: number | undefined) => {
    const typed = control()?.value ?? inputValue
    if (typed !== inputValue) combobox.setInputValue(typed)
  })
  useEffect(() => takeOver(within), [within])
  const askIn = useEffectEvent((_place: number | undefined) => {
    if (isOpen) ask(inputValue === getOptionLabel(selectedItem) ? '' : inputValue)
  })
  useEffect(() => askIn(within), [within])
  // They stand where the list would cover them.
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
            // Closed, Escape is for what is around the field; downshift would empty it.
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
