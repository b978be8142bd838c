import { needsReason, standingFields } from '#shared/engine/standing.ts'
import { messages } from '#shared/messages.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { invalid } from '../platform/refusal.ts'
import { reachParameter } from '../http/reachParameter.ts'
import { object, propertiesOf, recordSchemas } from '../http/schemas.ts'
import { scopedTo } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import type { Kept } from './settled.ts'
import { updateRecord } from './changes/update.ts'
import { readValues } from './values.ts'

/** POST /x/ID/status: an update that says why; the reason stands in the audit log. */
async function changeStanding(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const asked = standingFields(resource)
  const { reason, ...values } = readValues({ fields: asked }, change.asked.body, 'all')
  if (reason === null && needsReason(resource, values[resource.stands?.field ?? '']))
    throw invalid({ reason: messages.validation.required(asked['reason']?.label ?? '') })
  const written = { ...change, asked: { ...change.asked, body: values } }
  return updateRecord(resource, written, typeof reason === 'string' ? reason : null)
}

/** The call that changes where a record stands, of what says so. */
export function standingCalls(resource: Kept): Call[] {
  const { name, title, permission, impact, stands } = resource
  if (!stands) return []
  return [
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/status`,
      summary: `Change the status of one ${title.one} and give the reason`,
      ...(impact ? { query: [reachParameter(`the ${impact.many} that this change affects`)] } : {}),
      body: object(propertiesOf(standingFields(resource)), [stands.field]),
      ifMatch: 'required',
      success: { status: 200, schema: recordSchemas(resource).record },
      refusals: [409, 413, 415, 422, 428],
      answer: (change) => changeStanding(scopedTo(change.caller, resource), change),
    },
  ]
}
