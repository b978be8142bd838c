import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FocusEvent, FormEvent, RefObject } from 'react'
import { getDirtyFields, isSaving, recordFormMachine } from '#machines/recordForm.ts'
import { deriveCode, fillCodes } from '#shared/engine/fields/codes.ts'
import { isSameValue } from '#shared/engine/fields/formValues.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getInputField, parseOriginal } from '#shared/engine/list/referenceValues.ts'
import { validateChanges } from '#shared/engine/fields/validateChanges.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { runAfterPointerUp } from '../ui/focus/runAfterPointerUp.ts'
import { focusFirstInvalid, useFocusFirstInvalid } from '../ui/inputs/focusFirstInvalid.ts'
import { isControl, useCommittedChange } from '../ui/inputs/useCommittedChange.ts'
import type { FormControl } from '../ui/inputs/useCommittedChange.ts'
import { useRestoredFocus } from '../ui/focus/useRestoredFocus.ts'
import { isUserBlur, watchUserActions } from '../ui/focus/userBlur.ts'
import type { RejectedForm } from './handleForm.ts'
import type { Prefill } from './prefill.ts'
import { useFocusTracking } from './useFocusTracking.ts'
import { useActionResult } from './useActionResult.ts'
import { usePreHydrationInput } from './drafts/usePreHydrationInput.ts'
import { commitActiveField, useSaveKey } from './useSaveKey.ts'

type RecordFormOptions = {
  fields: Fields
  record: AnyRecord | null
  /** Initial values of a new record that replace those of its fields. */
  begun: Prefill
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
  begun,
  answer,
  writeKey,
  form,
  body,
}: RecordFormOptions) {
  const read = record
    ? toFormValues(fields, record)
    : fillCodes(fields, { ...getInitialValues({ fields }), ...begun })
  const readVersion = record?.version ?? 0
  const actor = useActorRef(recordFormMachine, {
    input: {
      initial: parseOriginal(answer?.values['original']) ?? read,
      values: answer ? parseSubmittedValues(fields, answer.values) : read,
      version: answer?.conflict?.version ?? Number(answer?.values['version'] ?? readVersion),
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
  const anew = () => setGeneration((past) => past + 1)

  // The page reloaded its record, because it was saved or a part of it changed. Typed values stay.
  const hearRead = useEffectEvent((version: number) => {
    const before = actor.getSnapshot()
    if (version === before.context.version) return
    actor.send({
      type: isSaving(before) ? 'form.saved' : 'record.read',
      values: read,
      version: readVersion,
    })
    if (!isSameValue(actor.getSnapshot().context.values, before.context.values)) anew()
  })
  useEffect(() => hearRead(readVersion), [readVersion])
  const hearMade = useEffectEvent((_key: string) => {
    const snapshot = actor.getSnapshot()
    if (!isSaving(snapshot)) return
    if (record) {
      // The version is the same: nothing was written. Remaining changes wait for the answer to
      // their own save.
      if (getDirtyFields(snapshot).length === 0) actor.send({ type: 'form.unchanged' })
      return
    }
    actor.send({ type: 'form.saved', values: read, version: 0 })
    anew()
    requestAnimationFrame(() => findFirstControl(body.current)?.focus())
  })
  useEffect(() => hearMade(writeKey), [writeKey])

  useActionResult(answer, (heard) => {
    const wrongFields = Object.keys(heard.errors).length > 0
    // The message is above the fields, and the edited one may be far down.
    if (!wrongFields && !heard.impact && !heard.result) scrollToTop(body.current)
    if (heard.conflict) {
      const { version } = heard.conflict
      actor.send({ type: 'form.conflict', current: toFormValues(fields, heard.conflict), version })
      anew()
    } else if (wrongFields) actor.send({ type: 'form.refused', errors: heard.errors })
    else actor.send({ type: 'form.failed' })
  })

  function hear(type: 'field.input' | 'field.change', control: FormControl) {
    const name = getInputField(control.name)
    const field = fields[name]
    if (!field || !form.current) return
    const sent = parseFormData({ [name]: field }, new FormData(form.current))[name]
    const value = sent ?? getKind(field).emptyValue
    // Another store clears what was selected in the previous one. The user hasn't left that field,
    // so it isn't checked yet.
    const { values: before, errors } = actor.getSnapshot().context
    const isQuiet = field.storeField && value === null && !errors[name]
    actor.send({ type: isQuiet ? 'field.input' : type, field: name, value })
    if (!record) fillCodesOf(name, before, value)
    // A typed amount is a different one in another currency. An empty one isn't checked yet.
    for (const [other, amount] of Object.entries(fields)) {
      if (amount.currencyField !== name) continue
      const { [other]: again = null } = parseFormData(
        { [other]: amount },
        new FormData(form.current),
      )
      if (again !== null) actor.send({ type, field: other, value: again })
    }
  }
  /** Derives the codes of a new record from its name until a user edits them. */
  function fillCodesOf(source: string, before: Readonly<Record<string, unknown>>, text: unknown) {
    for (const [name, field] of Object.entries(fields)) {
      const control = form.current?.elements.namedItem(name)
      if (field.derivedFrom !== source || !(control instanceof HTMLInputElement)) continue
      const known = before[name] ?? ''
      const code = deriveCode(field, text)
      const isOwn = known !== '' && known !== deriveCode(field, before[source])
      if (isOwn || control.value === code) continue
      control.value = code
      // A rejected code is checked again; an untouched one isn't checked yet.
      const type = actor.getSnapshot().context.errors[name] ? 'field.change' : 'field.input'
      actor.send({ type, field: name, value: code || null })
    }
  }
  /** Fills other fields from the selected option. */
  function fill({ name, value }: FormControl) {
    const filled = Object.entries(fields[getInputField(name)]?.autofill?.[value] ?? {})
    // A field that is cleared for the user isn't checked before the user was there.
    for (const [field, known] of filled)
      actor.send({ type: known ? 'field.change' : 'field.input', field, value: known })
    if (filled.length > 0) anew()
  }
  useCommittedChange(form, (control) => {
    hear('field.change', control)
    fill(control)
  })
  usePreHydrationInput(form)
  useEffect(watchUserActions, [])
  useFocusFirstInvalid(form, answer, useFocusTracking(form))
  const keepFocus = useRestoredFocus(form, `${saving} ${generation}`)
  useSaveKey(form)

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
      anew()
    },
    listeners: {
      onSubmit: submit,
      onInput: ({ target }: FormEvent) => isControl(target) && hear('field.input', target),
      onFocus: keepFocus.onFocus,
      onBlur(event: FocusEvent) {
        keepFocus.onBlur(event)
        const { target } = event
        const field = 'name' in target ? getInputField(String(target.name)) : ''
        if (field in fields && isUserBlur(target))
          runAfterPointerUp(() => actor.send({ type: 'field.blur', field }))
      },
    },
  }
}

/** Parses the texts of a submitted form into field values; null for each missing one. */
export function parseSubmittedValues(fields: Fields, from: Record<string, unknown>) {
  const texts = (name: string) => [from[name] ?? []].flat().map(String)
  const sent = parseFormData(fields, {
    get: (name) => texts(name).at(-1) ?? null,
    getAll: texts,
  })
  return Object.fromEntries(Object.keys(fields).map((name) => [name, sent[name] ?? null]))
}

/** Scrolls to the start of a form. Panels scroll inside; on a page it may be above the window. */
function scrollToTop(body: HTMLElement | null): void {
  if (!body) return
  body.scrollTop = 0
  if (body.getBoundingClientRect().top < 0) body.scrollIntoView()
}

const findFirstControl = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')
