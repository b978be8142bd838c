import { redirect } from 'react-router'
import { buildSchedulePlanUrl } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { getSingleChangeFields } from '#shared/engine/bulk/bulkActions.ts'
import { createPlan } from '#shared/engine/bulk/planCalls.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { FormError } from './handleForm.ts'
import type { FormResult, IntentContext } from './handleForm.ts'
import { scheduleFormMessages } from './messages.ts'
import { parseRecordVersion, readChanges } from './saveChanges.ts'

type PlannedAction = { resource: string; action: string; values?: object; ids: readonly number[] }

/** Plans an action, and opens the form that asks when it starts. */
export async function scheduleAction(
  { api, key }: Pick<IntentContext, 'api' | 'key'>,
  planned: PlannedAction,
): Promise<never> {
  throw redirect(buildSchedulePlanUrl(await createPlan(api, planned, `${key}-plan`)))
}

/**
 * Schedules the changes of a record's form, which may have only some of its fields. Rejects those
 * that can't wait, such as secrets.
 */
export async function scheduleFormChanges(
  context: IntentContext,
  formFields: Fields = context.resource.fields,
): Promise<FormResult> {
  const { api, resource, form } = context
  const { id } = parseRecordVersion(form)
  const { changes } = await readChanges(api, formFields, form)
  const names = Object.keys(changes)
  if (names.length === 0)
    return {
      notice: 'unchanged',
      of: toRecordLink(resource, await loadRecord(api, resource, id)),
    }
  const fields = getSingleChangeFields(resource)
  const others = names.filter((name) => !(name in fields))
  if (others.length > 0)
    throw new FormError(
      Object.fromEntries(others.map((name) => [name, scheduleFormMessages.onlyNow])),
    )
  return scheduleAction(context, {
    resource: resource.name,
    action: 'change',
    values: changes,
    ids: [id],
  })
}
