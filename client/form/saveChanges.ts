import { collidingFields } from '#machines/recordFormValues.ts'
import type { Api } from '#shared/engine/api.ts'
import { validateChanges } from '#shared/engine/fields/changes.ts'
import { fillCodes } from '#shared/engine/fields/codeFrom.ts'
import { changedValues } from '#shared/engine/fields/formValues.ts'
import { originalFrom } from '#shared/engine/list/picked.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { createRecord, readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import {
  formErrors,
  formValuesOf,
  pickReferences,
  withIds,
} from '#shared/engine/fields/references.ts'
import type { Choices } from '#shared/engine/fields/references.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { undoOf } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { conflictOf, Refusal } from './answerForm.ts'

/** The record, and the version of it, that a form is about. */
export const target = (form: FormData) => ({
  id: Number(form.get('id')),
  version: Number(form.get('version')),
})

export async function createFrom(
  api: Api,
  resource: Resource,
  form: FormData,
  key: string,
): Promise<AnyRecord> {
  return createRecord(api, resource, await writtenIn(api, resource.fields, form), key)
}

/** A form's values of these fields as the API takes them; refused when they break rules, or lead nowhere. */
export async function writtenIn(api: Api, fields: Fields, form: FormData) {
  return withIds(await picked(api, fields, checkedValues(fields, form)))
}

type Saved = { notice: 'saved' | 'unchanged'; of: RecordLink; undo: Undo | null }

/** Saves what changed of a record, and says so where nothing did. If another saved too, what does not collide is merged, what collides refused. */
export async function saveChanges(
  api: Api,
  resource: Resource,
  fields: Fields,
  form: FormData,
  key: string,
): Promise<Saved> {
  const { original, changed, changes } = await readChanges(api, fields, form)
  const { id, version } = target(form)
  const reach = String(form.get(reachParam) ?? '')
  if (Object.keys(changes).length === 0)
    return {
      notice: 'unchanged',
      of: recordLink(resource, await readRecord(api, resource, id)),
      undo: null,
    }
  // What collides with another's change is refused, so what was before is what the form began with.
  const was = withIds(pick(original ?? {}, Object.keys(changes)))
  const saved = (record: AnyRecord): Saved => ({
    notice: 'saved',
    of: recordLink(resource, record),
    undo: undoOf({ ...resource, fields }, was, { ...changes, ...record }),
  })
  try {
    return saved(await updateRecord(api, resource, { id, version }, changes, key, reach))
  } catch (error) {
    const current = conflictOf(error)
    if (!current || !original) throw error
    const theirs = formValuesOf(fields, current)
    if (collidingFields(original, { ...original, ...changed }, theirs).length > 0) throw error
    const over = { id, version: current.version }
    const ownKey = `${key}-${current.version}`
    return saved(await updateRecord(api, resource, over, changes, ownKey, reach))
  }
}

/** What a form changes of its record: as it was typed, and as the API takes it. Refused when it breaks rules, or leads nowhere. */
export async function readChanges(api: Api, fields: Fields, form: FormData) {
  const original = originalFrom(form.get('original'))
  const typed = filled(fields, valuesFrom(fields, form))
  refuseIf(
    original ? validateChanges(fields, typed, original) : formErrors(fields, typed, 'present'),
  )
  const changed = await picked(api, fields, changedValues(typed, original, fields))
  return { original, changed, changes: withIds(changed) }
}

const pick = (values: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

function checkedValues(fields: Fields, form: FormData): Record<string, unknown> {
  const values = filled(fields, valuesFrom(fields, form))
  // A code that is left empty is sent so: the platform makes one that isn't taken.
  refuseIf(formErrors(fields, fillCodes(fields, values), 'present'))
  return values
}

/** An option that was chosen fills what was left empty; where a script runs it has done so before. */
function filled(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const chosen = Object.entries(fields).map(([name, { fills }]) => fills?.[String(values[name])])
  const known = Object.assign({}, ...chosen) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value ?? known[name] ?? null]),
  )
}

async function picked(api: Api, fields: Fields, typed: Record<string, unknown>) {
  const { values, errors, choices } = await pickReferences(api, fields, typed)
  refuseIf(errors, choices)
  return values
}

const refuseIf = (errors: FieldErrors, choices: Choices = {}) => {
  if (Object.keys(errors).length > 0) throw new Refusal(errors, { choices })
}
