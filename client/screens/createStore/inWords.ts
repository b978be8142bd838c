import type { Field } from '#shared/engine/fields.ts'
import { inputText } from '#shared/engine/formValues.ts'

/** A value in the words of its field; '' where there is none. */
export const inWords = (field: Field | undefined, value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .map((one) => inputText(one))
    .map((one) => field?.options?.find((option) => option.value === one)?.label ?? one)
    .join(', ')
