import { useEffect, useEffectEvent } from 'react'
import type { FocusEvent, InputEvent, RefObject } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { createStoreFields } from './steps.ts'
import { inputText, parseValue, sameValue } from '#shared/engine/fields/formValues.ts'
import { fieldOfInput } from '#shared/engine/list/picked.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { afterPointer } from '#client/ui/focus/afterPointer.ts'
import { isUserBlur, watchUserActions } from '#client/ui/focus/userBlur.ts'
import { useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'

const fields = createStoreFields

/** Tells the machine every key, for draft and checks while typing, and each committed value (spec.md section 5). */
export function useTyping(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  form: RefObject<HTMLFormElement | null>,
) {
  function hear(type: 'field.input' | 'field.change', name: string) {
    const { steps, at } = wizard.getSnapshot().context
    // A control that is taken away with its step says once more that it changed, beside what the next step keeps of it.
    if (!steps[at]?.fields.includes(name) || !form.current) return
    const { [name]: value = null } = valuesFrom(fields, new FormData(form.current))
    wizard.send({ type, field: name, value })
    showFollowers(name)
  }

  function showFollowers(typed: string) {
    const { values } = wizard.getSnapshot().context
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement) || control.type !== 'text') continue
      const field = fields[control.name]
      if (!field || control.name === typed) continue
      if (!sameValue(parseValue(field, control.value), values[control.name]))
        control.value = inputText(values[control.name])
    }
  }

  function readAll() {
    if (!form.current) return
    const sent = valuesFrom(fields, new FormData(form.current))
    const { values, steps, at } = wizard.getSnapshot().context
    const unheard = (steps[at]?.fields ?? []).filter(
      (name) => name in sent && !sameValue(sent[name], values[name]),
    )
    for (const name of unheard) wizard.send({ type: 'field.input', field: name, value: sent[name] })
    if (unheard.length > 0) showFollowers('')
  }

  useCommittedChange(form, ({ name }) => hear('field.change', fieldOfInput(name)))
  const arrive = useEffectEvent(() => {
    // The form does not show a restored draft yet.
    if (!wizard.getSnapshot().context.restored) readAll()
  })
  useEffect(() => arrive(), [])
  useEffect(watchUserActions, [])

  return {
    readAll,
    onInput: ({ target }: InputEvent<HTMLFormElement>) => hear('field.input', nameOf(target)),
    onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
      const name = nameOf(target)
      if (name in fields && isUserBlur(target))
        afterPointer(() => wizard.send({ type: 'field.blur', field: name }))
    },
  }
}

const nameOf = (target: EventTarget): string =>
  'name' in target ? fieldOfInput(String(target.name)) : ''
