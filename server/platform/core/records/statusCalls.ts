import {
  getLifecycleFieldNames,
  getStatusChangeFields,
  isStatusReasonRequired,
} from '#shared/engine/lifecycle.ts'
import { messages } from '#shared/messages.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { validationFailed } from '../platform/httpError.ts'
import { impactParameter } from '../http/impactParameter.ts'
import { toSchemaProperties, buildRecordSchemas } from './recordSchemas.ts'
import { objectSchema } from '../http/schema.ts'
import { limitToCaller } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import type { ResourceModule } from './resourceHooks.ts'
import { handleUpdate } from './changes/update.ts'
import { parseValues } from './values.ts'

/** POST /x/ID/status: an update with a reason, which is saved in the audit log. */
async function updateRecordStatus(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
): Promise<CallResult> {
  const fields = getStatusChangeFields(resource)
  const { reason, ...values } = parseValues({ fields }, context.request.body, 'all')
  const [statusField = ''] = getLifecycleFieldNames(resource)
  if (reason === null && isStatusReasonRequired(resource, values[statusField]))
    throw validationFailed({ reason: messages.validation.required(fields['reason']?.label ?? '') })
  const updateContext = { ...context, request: { ...context.request, body: values } }
  return handleUpdate(resource, updateContext, typeof reason === 'string' ? reason : null)
}

/** Returns the call that changes a record's status, if the resource has a lifecycle. */
export function buildStatusCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  const { impact, lifecycle } = resource.api
  if (!lifecycle) return []
  return [
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/status`,
      summary: `Change the status of one ${title.one} and give the reason`,
      ...(impact ? { query: [impactParameter] } : {}),
      body: objectSchema(toSchemaProperties(getStatusChangeFields(resource)), [
        lifecycle.fields[0],
      ]),
      ifMatch: 'required',
      success: { status: 200, schema: buildRecordSchemas(resource).record },
      handler: (context) => updateRecordStatus(limitToCaller(context.caller, resource), context),
    },
  ]
}
