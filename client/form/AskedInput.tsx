import type { Field } from '#shared/engine/fields.ts'
import type { Refused } from './answerForm.ts'
import { FieldInput } from './FieldInput.tsx'
import { valuesIn } from './useRecordForm.ts'

type Props = {
  id: string
  name: string
  field: Field
  answer: Refused | undefined
  begins?: unknown
}

/** An input of a form without a machine: it holds what was sent and refused, and says why. */
export function AskedInput({ id, name, field, answer, begins }: Props) {
  const sent = answer?.values[name]
  const value =
    answer && field.kind === 'references' ? valuesIn({ [name]: field }, answer.values)[name] : sent
  return (
    <FieldInput
      id={id}
      name={name}
      field={field}
      value={value ?? begins}
      error={answer?.errors[name]}
      choices={answer?.choices?.[name]}
    />
  )
}
