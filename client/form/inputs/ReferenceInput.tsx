import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { getText } from '#shared/engine/fields/kind.ts'
import { isReferenceValue, parseReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { messages } from '#shared/messages.ts'
import { findOptionsByLabel, searchOptions } from '#shared/engine/fields/references.ts'
import { useApi, useCan } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { ComboboxProps } from '#client/ui/inputs/comboboxProps.ts'
import { PickerFrame } from '#client/ui/inputs/PickerFrame.tsx'
import { useLookupOnBlur } from '#client/ui/inputs/useSearch.ts'
import { toRequiredProp } from './inputProps.ts'
import { comboboxPart } from './lazyInputs.ts'
import { openNewRecord } from './openNewRecord.ts'
import * as styles from './ReferenceInput.css.ts'

type Props = {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  choices?: readonly Option[] | undefined
  placeholder?: string | undefined
  /** The other selected records, if the field takes several. */
  chips?: ReactNode
  /** IDs of those records, which aren't offered again. */
  without?: readonly number[]
  /** Accepts text that names no record: a filter searches names for it. */
  free?: boolean
  /** Takes the focus, which loads its script, as the next input in a row of choices. */
  begins?: boolean
  onChoose?: (option: Option | null) => void
}

type ComboboxState = {
  Combobox: (props: ComboboxProps) => ReactNode
  value: unknown
  selection: readonly [number | null, number | null]
  opened: boolean
}

/**
 * Renders a choice of another record, found by typing and submitted as its ID. Without JavaScript
 * its name is submitted, and the action looks it up.
 */
export function ReferenceInput({
  field,
  value,
  free = false,
  choices,
  without = [],
  begins = false,
  onChoose,
  ...input
}: Props) {
  const api = useApi()
  const [combobox, setCombobox] = useState<ComboboxState>()
  const [foundOption, setFoundOption] = useState<Option | null>(null)
  const lookUp = (text: string, signal: AbortSignal) =>
    target ? findOptionsByLabel(api, target, text, signal) : Promise.resolve([])
  const pressed = useRef(false)
  const { id, name } = input
  const target = getReferenceTarget(field)
  const choose = (option: Option | null) => {
    if (!free) autofillFields(id, field, option)
    onChoose?.(option)
  }
  const lookup = useLookupOnBlur(field.label, lookUp, choices)
  const [created, setCreated] = useState('')
  /** Starts again with the new record selected. The picker's script returns with the focus. */
  function selectCreated(option: Option) {
    flushSync(() => {
      setCombobox(undefined)
      setFoundOption(option)
      lookup.setFailure(undefined)
    })
    const control = findInput(id)
    // A picker of several records reports additions itself.
    if (control && !onChoose) setControlValue(control, option.label)
    choose(option)
    setCreated(option.label)
  }

  const select = useRef<(option: Option) => void>(() => undefined)
  useLayoutEffect(() => {
    select.current = selectCreated
  })
  const parentId = target?.parentFilter?.id
  const store = useRef(parentId)
  // A selection from one store isn't valid in another. The script adopts the emptied text.
  const enterStore = useEffectEvent((storeId: number) => {
    const control =
      store.current && store.current !== storeId && isReferenceValue(value) && findInput(id)
    store.current = storeId
    if (!control) return
    setFoundOption(null)
    setControlValue(control, '')
  })
  useLayoutEffect(() => {
    if (parentId) enterStore(parentId)
  }, [parentId])
  useLayoutEffect(() => {
    if (combobox) focusSelection(id, combobox.selection)
  }, [combobox, id])
  useLayoutEffect(() => {
    // The previous input took the focus with it, unless the user moved on to another field.
    if (begins && document.activeElement === document.body) document.getElementById(id)?.focus()
  }, [begins, id])
  if (!target) return null

  function openNew(event: MouseEvent) {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (!target || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    const selected = selectedOption?.label
    openNewRecord({
      fieldId: id,
      other: target,
      selected,
      select: (option) => select.current(option),
    })
  }

  async function loadCombobox({ form, defaultValue }: HTMLInputElement) {
    const script = await comboboxPart.load().catch(() => null)
    const control = findInput(id)
    if (!script || !control || !form) return
    // If the user left the field in the meantime, it's checked as it is, and searches when it's
    // entered again.
    if (document.activeElement !== control) return
    const formData = new FormData(form)
    const currentValue = parseReferenceValue(name, (one) => getText(formData, one))
    const opened = pressed.current || control.value !== defaultValue
    // Renders immediately, so that no key pressed in between is lost.
    const selection = [control.selectionStart, control.selectionEnd] as const
    flushSync(() =>
      setCombobox({ Combobox: script.Combobox, value: currentValue, selection, opened }),
    )
  }

  async function resolveTypedText({ value: text }: HTMLInputElement) {
    const typed = text.trim()
    lookup.setFailure(undefined)
    if (free || typed === '' || typed === selectedOption?.label) return
    const match = await lookup.leave(typed)
    setFoundOption(match)
    if (match) choose(match)
  }

  const { label, hint } = field
  const selectedOption = foundOption ?? toOption(value)
  const shared = {
    ...input,
    label,
    ...(!free && { hint, required: toRequiredProp(field) }),
    aside: !free && target.creation && (
      <NewRecordLink
        title={target.title}
        address={target.creation.address}
        permission={target.creation.permission}
        created={created}
        open={(event) => void openNew(event)}
      />
    ),
  }
  if (!combobox)
    return (
      <PickerFrame
        {...shared}
        error={input.error ?? lookup.failure}
        chosen={selectedOption}
        text={formatInput(value)}
        several={lookup.several}
        input={{
          type: 'text',
          defaultValue: formatInput(value),
          onPointerDown: () => (pressed.current = true),
          onFocus: ({ currentTarget }) => void loadCombobox(currentTarget),
          onBlur: ({ currentTarget }) => void resolveTypedText(currentTarget),
        }}
      />
    )
  return (
    <combobox.Combobox
      {...shared}
      {...{ free, choices }}
      onChoose={choose}
      parentId={target.parentFilter?.id}
      opened={combobox.opened}
      search={async (text, signal) => {
        const options = await searchOptions(api, target, text.trim(), signal)
        return options.filter((option) => !without.includes(Number(option.value)))
      }}
      findExact={lookUp}
      initial={toOption(combobox.value)}
      text={formatInput(combobox.value)}
    />
  )
}

/**
 * Fills the fields that depend on the selected option, or clears them if none is selected. Those
 * fields own their text.
 */
function autofillFields(id: string, { target }: Field, option: Option | null): void {
  for (const name of Object.keys(target?.autofill ?? {})) {
    const input = findInput(id)?.form?.elements.namedItem(name)
    const value = option?.autofill?.[name] ?? ''
    if (input instanceof HTMLInputElement && input.value !== value) setControlValue(input, value)
  }
}

/** Sets a value and reports it to the form as a committed change. */
function setControlValue(control: HTMLInputElement, value: string): void {
  control.value = value
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

const toOption = (value: unknown): Option | null =>
  isReferenceValue(value) ? { value: String(value.id), label: value.label } : null

function focusSelection(id: string, [start, end]: ComboboxState['selection']) {
  const control = findInput(id)
  control?.focus({ preventScroll: true })
  control?.setSelectionRange(start, end)
}

function findInput(id: string): HTMLInputElement | null {
  const control = document.getElementById(id)
  return control instanceof HTMLInputElement ? control : null
}

type NewRecordLinkProps = {
  title: { one: string }
  address: string
  permission: string
  /** Label of the record that was created last. */
  created: string
  open: (event: MouseEvent) => void
}

/**
 * Renders a link for creating a record that doesn't exist yet, in another tab, so that nothing
 * typed here is lost. Without script it's a plain link.
 */
function NewRecordLink({ title, address, permission, created, open }: NewRecordLinkProps) {
  if (!useCan()({ permission }, 'write')) return null
  return (
    <>
      {created && (
        <span role="status" className={styles.created}>
          {messages.form.createdAndSelected(created)}
        </span>
      )}
      <Link
        to={address}
        target="_blank"
        rel="noopener"
        className={styles.newLink}
        onClick={(event) => open(event)}
      >
        {messages.form.newInTab(title.one)}
      </Link>
    </>
  )
}
