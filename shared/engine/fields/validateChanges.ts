import type { Fields } from '../resource.ts'
import { fillCodes } from './codes.ts'
import type { Field } from './fields.ts'
import { getChangedValues } from './formValues.ts'
import { validateForm } from './references.ts'
import type { Siblings } from './textRules.ts'
import type { ValidationErrors } from './validation.ts'

/**
 * Returns the first rule that each changed value of a saved record breaks, and each value that
 * depends on a changed one: a field that isn't touched never blocks a save. Checks every field of a
 * new record.
 */
export function validateChanges(
  fields: Fields,
  values: Siblings,
  original: Siblings | null,
): ValidationErrors {
  if (original === null) return validateForm(fields, fillCodes(fields, { ...values }))
  const errors = validateForm(fields, { ...values }, 'present')
  if (Object.keys(errors).length === 0) return errors
  const changed = Object.keys(getChangedValues({ ...values }, { ...original }, fields))
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([name]) => changed.includes(name) || hasChangedSource(fields[name], changed),
    ),
  )
}

function hasChangedSource(field: Field | undefined, changed: readonly string[]): boolean {
  if (!field) return true
  const { currencyField, storeField, requiredWhile = {} } = field
  const sources = [...Object.keys(requiredWhile), currencyField, storeField]
  return sources.some((name) => name !== undefined && changed.includes(name))
}
