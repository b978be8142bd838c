import { useEffect, useEffectEvent } from 'react'
import type { FocusEvent, InputEvent, RefObject } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { createStoreFields } from './wizardSteps.ts'
import { formatInput, parseValue, isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import { getFieldNameOfInput } from '#shared/engine/list/referenceValues.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { runAfterPointerUp } from '#client/ui/focus/runAfterPointerUp.ts'
import { isUserBlur, startUserBlurDetection } from '#client/ui/focus/userBlur.ts'
import { useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'

/**
 * Sends every key press to the machine, for drafts and checks while typing, and each committed
 * value (spec.md section 5).
 */
export function useWizardFormHandlers(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  form: RefObject<HTMLFormElement | null>,
) {
  function sendInput(type: 'field.input' | 'field.change', name: string) {
    const { steps, stepIndex } = wizard.getSnapshot().context
    // A control that is removed with its step fires another change, which the next step must
    // ignore.
    if (!steps[stepIndex]?.fields.includes(name) || !form.current) return
    const { [name]: value = null } = parseFormData(createStoreFields, new FormData(form.current))
    wizard.send({ type, field: name, value })
    updateDerivedInputs(name)
  }

  function updateDerivedInputs(typed: string) {
    const { values } = wizard.getSnapshot().context
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement) || control.type !== 'text') continue
      const field = createStoreFields[control.name]
      if (!field || control.name === typed) continue
      if (!isSameFieldValue(parseValue(field, control.value), values[control.name]))
        control.value = formatInput(values[control.name])
    }
  }

  function readAll() {
    if (!form.current) return
    const sent = parseFormData(createStoreFields, new FormData(form.current))
    const { values, steps, stepIndex } = wizard.getSnapshot().context
    const unheard = (steps[stepIndex]?.fields ?? []).filter(
      (name) => name in sent && !isSameFieldValue(sent[name], values[name]),
    )
    for (const name of unheard) wizard.send({ type: 'field.input', field: name, value: sent[name] })
    if (unheard.length > 0) updateDerivedInputs('')
  }

  useCommittedChange(form, ({ name }) => sendInput('field.change', getFieldNameOfInput(name)))
  const onMount = useEffectEvent(() => {
    // The form doesn't show a restored draft yet.
    if (!wizard.getSnapshot().context.restored) readAll()
  })
  useEffect(() => onMount(), [])
  useEffect(startUserBlurDetection, [])

  return {
    readAll,
    onInput: ({ target }: InputEvent<HTMLFormElement>) =>
      sendInput('field.input', getInputName(target)),
    onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
      const name = getInputName(target)
      if (name in createStoreFields && isUserBlur(target))
        runAfterPointerUp(() => wizard.send({ type: 'field.blur', field: name }))
    },
  }
}

const getInputName = (target: EventTarget): string =>
  'name' in target ? getFieldNameOfInput(String(target.name)) : ''
