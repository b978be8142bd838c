import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FocusEvent, FormEvent, RefObject } from 'react'
import { getDirtyFields, isSaving, recordFormMachine } from '#machines/recordForm/index.ts'
import { deriveCode, fillCodes } from '#shared/engine/fields/codes.ts'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getFieldNameOfInput, parseOriginalValues } from '#shared/engine/list/referenceValues.ts'
import { validateChanges } from '#shared/engine/fields/validateChanges.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { runAfterPointerUp } from '../ui/focus/runAfterPointerUp.ts'
import { focusFirstInvalid, useFocusFirstInvalid } from '../ui/inputs/focusFirstInvalid.ts'
import { isControl, useCommittedChange } from '../ui/inputs/useCommittedChange.ts'
import type { FormControl } from '../ui/inputs/useCommittedChange.ts'
import { useFocusRestoreHandlers } from '../ui/focus/useFocusRestoreHandlers.ts'
import { isUserBlur, startUserBlurDetection } from '../ui/focus/userBlur.ts'
import type { RejectedForm } from './handleForm.ts'
import type { Prefill } from './prefill.ts'
import { useFocusTracking } from './useFocusTracking.ts'
import { useActionResult } from './useActionResult.ts'
import { usePreHydrationInput } from './drafts/usePreHydrationInput.ts'
import { commitActiveField, useSaveShortcut } from './useSaveShortcut.ts'

type RecordFormOptions = {
  fields: Fields
  record: AnyRecord | null
  /** Initial values of a new record that replace those of its fields. */
  prefill: Prefill
  answer: RejectedForm | undefined
  /** The page's write key, which changes after each successful write. */
  writeKey: string
  form: RefObject<HTMLFormElement | null>
  body: RefObject<HTMLElement | null>
}

/**
 * Runs the machine of one record's form, fed by its inputs and the answers. Returns the form's
 * listeners and what it shows.
 */
export function useRecordForm({
  fields,
  record,
  prefill,
  answer,
  writeKey,
  form,
  body,
}: RecordFormOptions) {
  const loadedValues = record
    ? toFormValues(fields, record)
    : fillCodes(fields, { ...getInitialValues({ fields }), ...prefill })
  const loadedVersion = record?.version ?? 0
  const actor = useActorRef(recordFormMachine, {
    input: {
      initial: parseOriginalValues(answer?.values['original']) ?? loadedValues,
      values: answer ? parseSubmittedValues(fields, answer.values) : loadedValues,
      version: answer?.conflict?.version ?? Number(answer?.values['version'] ?? loadedVersion),
      errors: answer?.errors ?? {},
      conflict: answer?.conflict ? toFormValues(fields, answer.conflict) : null,
      validate: (values, initial) => validateChanges(fields, values, record ? initial : null),
    },
  })
  const saving = useSelector(actor, isSaving)
  const changed = useSelector(actor, (snapshot) =>
    getDirtyFields(snapshot)
      .filter((name) => !fields[name]?.derivedInput)
      .join(),
  )
  // Only these are shown. Another key in a field that already differs must not render.
  useSelector(actor, ({ context }) => context.errors)
  useSelector(actor, ({ context }) => context.conflictingFields)
  useSelector(actor, ({ context }) => context.version)
  useSelector(actor, ({ context }) => JSON.stringify(context.initial))
  // Inputs own their text. They remount when the machine puts other values into the form.
  const [generation, setGeneration] = useState(0)
  const remount = () => setGeneration((past) => past + 1)

  // The page reloaded its record, because it was saved or a part of it changed. Typed values stay.
  const onReload = useEffectEvent((version: number) => {
    const previous = actor.getSnapshot()
    if (version === previous.context.version) return
    actor.send({
      type: isSaving(previous) ? 'form.saved' : 'record.read',
      values: loadedValues,
      version: loadedVersion,
    })
    if (!isSameFieldValue(actor.getSnapshot().context.values, previous.context.values)) remount()
  })
  useEffect(() => onReload(loadedVersion), [loadedVersion])
  const onWritten = useEffectEvent((_key: string) => {
    const snapshot = actor.getSnapshot()
    if (!isSaving(snapshot)) return
    if (record) {
      // The version is the same: nothing was written. Remaining changes wait for the answer to
      // their own save.
      if (getDirtyFields(snapshot).length === 0) actor.send({ type: 'form.unchanged' })
      return
    }
    actor.send({ type: 'form.saved', values: loadedValues, version: 0 })
    remount()
    requestAnimationFrame(() => findFirstControl(body.current)?.focus())
  })
  useEffect(() => onWritten(writeKey), [writeKey])

  useActionResult(answer, (result) => {
    const wrongFields = Object.keys(result.errors).length > 0
    // The message is above the fields, and the edited one may be far down.
    if (!wrongFields && !result.impact && !result.result) scrollToTop(body.current)
    if (result.conflict) {
      const { version } = result.conflict
      actor.send({ type: 'form.conflict', current: toFormValues(fields, result.conflict), version })
      remount()
    } else if (wrongFields) actor.send({ type: 'form.refused', errors: result.errors })
    else actor.send({ type: 'form.failed' })
  })

  function sendInput(type: 'field.input' | 'field.change', control: FormControl) {
    const name = getFieldNameOfInput(control.name)
    const field = fields[name]
    if (!field || !form.current) return
    const parsed = parseFormData({ [name]: field }, new FormData(form.current))[name]
    const value = parsed ?? getKind(field).emptyValue
    // Another store clears what was selected in the previous one. The user hasn't left that field,
    // so it isn't checked yet.
    const { values: previous, errors } = actor.getSnapshot().context
    const isQuiet = field.storeField && value === null && !errors[name]
    actor.send({ type: isQuiet ? 'field.input' : type, field: name, value })
    if (!record) fillDerivedCodes(name, previous, value)
    // A typed amount is a different one in another currency. An empty one isn't checked yet.
    for (const [amountName, amountField] of Object.entries(fields)) {
      if (amountField.currencyField !== name) continue
      const { [amountName]: reparsed = null } = parseFormData(
        { [amountName]: amountField },
        new FormData(form.current),
      )
      if (reparsed !== null) actor.send({ type, field: amountName, value: reparsed })
    }
  }
  /** Derives the codes of a new record from its name until a user edits them. */
  function fillDerivedCodes(
    source: string,
    previous: Readonly<Record<string, unknown>>,
    text: unknown,
  ) {
    for (const [name, field] of Object.entries(fields)) {
      const control = form.current?.elements.namedItem(name)
      if (field.derivedFrom !== source || !(control instanceof HTMLInputElement)) continue
      const known = previous[name] ?? ''
      const code = deriveCode(field, text)
      const isEdited = known !== '' && known !== deriveCode(field, previous[source])
      if (isEdited || control.value === code) continue
      control.value = code
      // A rejected code is checked again; an untouched one isn't checked yet.
      const type = actor.getSnapshot().context.errors[name] ? 'field.change' : 'field.input'
      actor.send({ type, field: name, value: code || null })
    }
  }
  /** Fills other fields from the selected option. */
  function fillFromOption({ name, value }: FormControl) {
    const fills = Object.entries(fields[getFieldNameOfInput(name)]?.autofill?.[value] ?? {})
    // A field that is cleared for the user isn't checked before the user was there.
    for (const [field, known] of fills)
      actor.send({ type: known ? 'field.change' : 'field.input', field, value: known })
    if (fills.length > 0) remount()
  }
  useCommittedChange(form, (control) => {
    sendInput('field.change', control)
    fillFromOption(control)
  })
  usePreHydrationInput(form)
  useEffect(startUserBlurDetection, [])
  useFocusFirstInvalid(form, answer, useFocusTracking(form))
  const restoredFocus = useFocusRestoreHandlers(form, `${saving} ${generation}`)
  useSaveShortcut(form)

  function submit(event: FormEvent) {
    if (saving) return event.preventDefault()
    commitActiveField(form.current)
    actor.send({ type: 'form.submit' })
    if (isSaving(actor.getSnapshot())) return
    event.preventDefault()
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  return {
    actor,
    generation,
    saving,
    changed: changed === '' ? [] : changed.split(','),
    context: actor.getSnapshot().context,
    restart(event: Parameters<typeof actor.send>[0]) {
      actor.send(event)
      remount()
    },
    listeners: {
      onSubmit: submit,
      onInput: ({ target }: FormEvent) => isControl(target) && sendInput('field.input', target),
      onFocus: restoredFocus.onFocus,
      onBlur(event: FocusEvent) {
        restoredFocus.onBlur(event)
        const { target } = event
        const field = 'name' in target ? getFieldNameOfInput(String(target.name)) : ''
        if (field in fields && isUserBlur(target))
          runAfterPointerUp(() => actor.send({ type: 'field.blur', field }))
      },
    },
  }
}

/** Parses the texts of a submitted form into field values; null for each missing one. */
export function parseSubmittedValues(fields: Fields, submitted: Record<string, unknown>) {
  const getTexts = (name: string) => [submitted[name] ?? []].flat().map(String)
  const parsed = parseFormData(fields, {
    get: (name) => getTexts(name).at(-1) ?? null,
    getAll: getTexts,
  })
  return Object.fromEntries(Object.keys(fields).map((name) => [name, parsed[name] ?? null]))
}

/** Scrolls to the start of a form. Panels scroll inside; on a page it may be above the window. */
function scrollToTop(body: HTMLElement | null): void {
  if (!body) return
  body.scrollTop = 0
  if (body.getBoundingClientRect().top < 0) body.scrollIntoView()
}

const findFirstControl = (container: HTMLElement | null) =>
  container?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')
