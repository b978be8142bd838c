import { useEffect, useEffectEvent, useState } from 'react'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getInputField } from '#shared/engine/list/referenceValues.ts'
import { validateForm } from '#shared/engine/fields/references.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { isControl } from '#client/ui/inputs/useCommittedChange.ts'
import type { RejectedForm } from '../handleForm.ts'
import { FieldInput } from './FieldInput.tsx'
import { parseSubmittedValues } from '../useRecordForm.ts'

type Props = {
  id: string
  name: string
  field: Field
  answer: RejectedForm | undefined
  initialValue?: unknown
}

/** Renders an input of a form without a machine: it retains a rejected value and says why. */
export function FormField({ id, name, field, answer, initialValue: begins }: Props) {
  const sent = answer?.values[name]
  const value =
    answer && field.kind === 'references'
      ? parseSubmittedValues({ [name]: field }, answer.values)[name]
      : sent
  return (
    <FieldInput
      id={id}
      name={name}
      field={field}
      value={value ?? begins}
      error={useCurrentError({ id, name, field, answer })}
      choices={answer?.choices?.[name]}
    />
  )
}

/**
 * Returns the answer's error for the field until its file is selected, rejected, or removed; from
 * then on, that file's error.
 */
function useCurrentError({ id, name, field, answer }: Props): string | undefined {
  const [since, setSince] = useState<{
    answer: RejectedForm | undefined
    error: string | undefined
  }>()
  const hear = useEffectEvent(({ target, currentTarget: form }: Event) => {
    if (!(form instanceof HTMLFormElement) || !isControl(target)) return
    if (getInputField(target.name) !== name) return
    const fields = { [name]: field }
    setSince({
      answer,
      error: validateForm(fields, parseFormData(fields, new FormData(form)))[name],
    })
  })
  const holdsFile = isUpload(field)
  useEffect(() => {
    const form = holdsFile && document.getElementById(id)?.closest('form')
    if (!form) return
    const listener = (event: Event) => hear(event)
    form.addEventListener('change', listener)
    return () => form.removeEventListener('change', listener)
  }, [id, holdsFile])
  return since && since.answer === answer ? since.error : answer?.errors[name]
}
