import { findConflictingFields } from '#machines/recordForm/values.ts'
import type { Api } from '#shared/engine/api.ts'
import { validateChanges } from '#shared/engine/fields/validateChanges.ts'
import { fillCodes } from '#shared/engine/fields/codes.ts'
import { getChangedValues } from '#shared/engine/fields/formValues.ts'
import { parseOriginalValues } from '#shared/engine/list/referenceValues.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { createRecord, loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import {
  validateForm,
  toFormValues,
  resolveReferences,
  toReferenceIds,
} from '#shared/engine/fields/references.ts'
import type { ReferenceChoices } from '#shared/engine/fields/references.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { getConflict, FormError } from './handleForm.ts'

/** Parses the record, and its version, that a form is about. */
export const parseRecordVersion = (form: FormData) => ({
  id: Number(form.get('id')),
  version: Number(form.get('version')),
})

export async function createRecordFromForm(
  api: Api,
  resource: Resource,
  form: FormData,
  key: string,
): Promise<AnyRecord> {
  return createRecord(api, resource, await parseValidForm(api, resource.fields, form), key)
}

/**
 * Parses a form's values of these fields as the API takes them. Rejects values that break rules or
 * name no record.
 */
export async function parseValidForm(api: Api, fields: Fields, form: FormData) {
  return toReferenceIds(await requireReferences(api, fields, readValidValues(fields, form)))
}

type SaveResult = { notice: 'saved' | 'unchanged'; of: RecordLink; undo: Undo | null }

/**
 * Saves a record's changes, or reports that nothing changed. If someone else saved too, merges what
 * doesn't conflict and rejects what does.
 */
export async function saveChanges(
  api: Api,
  resource: Resource,
  fields: Fields,
  form: FormData,
  key: string,
): Promise<SaveResult> {
  const { original, changed, changes } = await readChanges(api, fields, form)
  const { id, version } = parseRecordVersion(form)
  const impact = String(form.get(impactParam) ?? '')
  if (Object.keys(changes).length === 0)
    return {
      notice: 'unchanged',
      of: toRecordLink(resource, await loadRecord(api, resource, id)),
      undo: null,
    }
  // Conflicting changes are rejected, so the previous values are the form's initial ones.
  const previous = toReferenceIds(pickValues(original ?? {}, Object.keys(changes)))
  const toResult = (record: AnyRecord): SaveResult => ({
    notice: 'saved',
    of: toRecordLink(resource, record),
    undo: createUpdateUndo({ ...resource, fields }, previous, { ...changes, ...record }),
  })
  try {
    return toResult(await updateRecord(api, resource, { id, version }, changes, key, impact))
  } catch (error) {
    const current = getConflict(error)
    if (!current || !original) throw error
    const theirs = toFormValues(fields, current)
    if (findConflictingFields(original, { ...original, ...changed }, theirs).length > 0) throw error
    const latest = { id, version: current.version }
    const ownKey = `${key}-${current.version}`
    return toResult(await updateRecord(api, resource, latest, changes, ownKey, impact))
  }
}

/**
 * Returns a form's changes to its record, as typed and as the API takes them. Rejects values that
 * break rules or name no record.
 */
export async function readChanges(api: Api, fields: Fields, form: FormData) {
  const original = parseOriginalValues(form.get('original'))
  const typed = applyAutofill(fields, parseFormData(fields, form))
  throwIfErrors(
    original ? validateChanges(fields, typed, original) : validateForm(fields, typed, 'present'),
  )
  const changed = await requireReferences(api, fields, getChangedValues(typed, original, fields))
  return { original, changed, changes: toReferenceIds(changed) }
}

const pickValues = (values: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

function readValidValues(fields: Fields, form: FormData): Record<string, unknown> {
  const values = applyAutofill(fields, parseFormData(fields, form))
  // A code left empty is sent as empty: the platform creates one that isn't taken.
  throwIfErrors(validateForm(fields, fillCodes(fields, values), 'present'))
  return values
}

/** Fills empty fields from the selected option, as script does earlier if it runs. */
function applyAutofill(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const autofills = Object.entries(fields).map(
    ([name, { autofill: fills }]) => fills?.[String(values[name])],
  )
  const fillValues = Object.assign({}, ...autofills) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? fillValues[name] ?? null]),
  )
}

async function requireReferences(api: Api, fields: Fields, typed: Record<string, unknown>) {
  const { values, errors, choices } = await resolveReferences(api, fields, typed)
  throwIfErrors(errors, choices)
  return values
}

const throwIfErrors = (errors: ValidationErrors, choices: ReferenceChoices = {}) => {
  if (Object.keys(errors).length > 0) throw new FormError(errors, { choices })
}
