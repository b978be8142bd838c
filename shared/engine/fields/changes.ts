import type { Fields } from '../resource.ts'
import { fillCodes } from './codeFrom.ts'
import type { Field } from './fields.ts'
import { changedValues } from './formValues.ts'
import { formErrors } from './references.ts'
import type { Siblings } from './textRules.ts'
import type { FieldErrors } from './validation.ts'

/**
 * The first rule that each changed value of a saved record breaks, and each value that depends on a changed one: a field that isn't
 * touched never blocks a save. Of a new record, every field is checked.
 */
export function validateChanges(
  fields: Fields,
  values: Siblings,
  original: Siblings | null,
): FieldErrors {
  if (original === null) return formErrors(fields, fillCodes(fields, { ...values }))
  const errors = formErrors(fields, { ...values }, 'present')
  if (Object.keys(errors).length === 0) return errors
  const changed = Object.keys(changedValues({ ...values }, { ...original }, fields))
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([name]) => changed.includes(name) || dependsOn(fields[name], changed),
    ),
  )
}

function dependsOn(field: Field | undefined, changed: readonly string[]): boolean {
  if (!field) return true
  const { currencyOf, inStoreOf, requiredWhile = {} } = field
  const sources = [...Object.keys(requiredWhile), currencyOf, inStoreOf]
  return sources.some((name) => name !== undefined && changed.includes(name))
}
