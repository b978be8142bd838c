import { useEffect, useEffectEvent, useState } from 'react'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getFieldNameOfInput } from '#shared/engine/list/referenceValues.ts'
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
export function FormField({ id, name, field, answer, initialValue }: Props) {
  const submittedValue = answer?.values[name]
  const value =
    answer && field.kind === 'references'
      ? parseSubmittedValues({ [name]: field }, answer.values)[name]
      : submittedValue
  return (
    <FieldInput
      id={id}
      name={name}
      field={field}
      value={value ?? initialValue}
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
  const [fileResult, setFileResult] = useState<{
    answer: RejectedForm | undefined
    error: string | undefined
  }>()
  const onFileChange = useEffectEvent(({ target, currentTarget: form }: Event) => {
    if (!(form instanceof HTMLFormElement) || !isControl(target)) return
    if (getFieldNameOfInput(target.name) !== name) return
    const fields = { [name]: field }
    setFileResult({
      answer,
      error: validateForm(fields, parseFormData(fields, new FormData(form)))[name],
    })
  })
  const holdsFile = isUpload(field)
  useEffect(() => {
    const form = holdsFile && document.getElementById(id)?.closest('form')
    if (!form) return
    const listener = (event: Event) => onFileChange(event)
    form.addEventListener('change', listener)
    return () => form.removeEventListener('change', listener)
  }, [id, holdsFile])
  return fileResult && fileResult.answer === answer ? fileResult.error : answer?.errors[name]
}
