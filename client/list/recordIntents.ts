import { deleteRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { createDeletionUndo } from '#shared/engine/undo.ts'
import { scheduleStep, stepParam } from '../form/handleForm.ts'
import type { Intents } from '../form/handleForm.ts'
import { scheduleFormChanges } from '../form/scheduleChange.ts'
import { createRecordFromForm, saveChanges, parseRecordVersion } from '../form/saveChanges.ts'

/** Writes that every resource has, by the intent of their forms. */
export const recordIntents = {
  async create({ api, resource, form, key }) {
    const record = await createRecordFromForm(api, resource, form, key)
    return { notice: 'created', of: toRecordLink(resource, record) }
  },
  async edit(context) {
    const { api, resource, form, key } = context
    if (form.get(stepParam) === scheduleStep) return scheduleFormChanges(context)
    return saveChanges(api, resource, resource.fields, form, key)
  },
  async delete({ api, resource, form, key }) {
    const deleted = parseRecordVersion(form)
    await deleteRecord(api, resource, deleted, key)
    const undo = createDeletionUndo(resource, deleted)
    return { notice: 'deleted', of: toDeletedLink(resource, form), undo }
  },
} as const satisfies Intents

/**
 * Returns a link for a deleted record, with the name that the form had. It no longer has a page.
 */
export const toDeletedLink = ({ name: resource }: Pick<Resource, 'name'>, form: FormData) => ({
  resource,
  id: 0,
  name: String(form.get('called') || parseRecordVersion(form).id),
  to: '',
})
