import type { WriteAction } from '#shared/engine/resourceOptions.ts'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
import { buildHistoryCall } from './historyCall.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { Call } from '../http/call.ts'
import { impactParameter } from '../http/impactParameter.ts'
import { buildListParameters } from '../http/listParameters.ts'
import { buildListSchema, buildRecordSchemas, callSchemas } from './recordSchemas.ts'
import { chooseReadDb } from '../platform/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { handleCheckNewRecords, handleCreate, handleCreateMany } from './changes/create.ts'
import { limitToCaller } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import { guardChanges, guardWrites } from './guardedWrites.ts'
import { listRecords } from './list/list.ts'
import { redactOtherStores } from './otherStores.ts'
import { reorderRecords } from './changes/order.ts'
import { loadRecord } from './loadRecord.ts'
import { parseRecordId } from './recordId.ts'
import { buildStatusCalls } from './statusCalls.ts'
import { handleDelete } from './changes/delete.ts'
import { handleRestore } from './changes/restore.ts'
import { handleUpdate } from './changes/update.ts'
import type { ResourceModule } from './resourceHooks.ts'
import { findUses } from './uses.ts'
import { recordMessages } from './messages.ts'

const writeCallBuilders: Record<WriteAction, (resource: ResourceModule) => Call[]> = {
  create: buildCreateCalls,
  change: buildUpdateCalls,
  delete: buildDeleteCalls,
}

const buildWriteCalls = (resource: ResourceModule): Call[] =>
  resource.api.writes.flatMap((write) => writeCallBuilders[write](resource))

/**
 * Returns a resource's calls, built from its definition and its area's hooks (design.md, "A
 * resource: one definition").
 */
export const buildRecordCalls = (resource: ResourceModule): Call[] => [
  ...buildReadCalls(resource),
  ...buildWriteCalls(resource),
]

function buildListCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  return [
    {
      kind: 'read',
      permission: `${permission}:read`,
      method: 'get',
      path: `/${name}`,
      summary: `List ${title.many}`,
      query: [...buildListParameters(resource), ...(resource.readExtension?.parameters ?? [])],
      success: { status: 200, schema: buildListSchema(resource) },
      handler: async ({ query }, platform, caller) => {
        const { beforeRead } = resource.hooks
        await beforeRead?.(platform.db, platform.now().toISOString())
        // A replica doesn't have yet what `beforeRead` has just written.
        const db = beforeRead ? platform.db : await chooseReadDb(platform, caller)
        return {
          status: 200,
          body: await listRecords(db, limitToCaller(caller, resource), query, platform.now()),
        }
      },
    },
  ]
}

function buildReadCalls(resource: ResourceModule): Call[] {
  const { name, title, permission, readExtension } = resource
  const { single, appendOnly } = resource.api
  return [
    ...(single ? [] : buildListCalls(resource)),
    {
      kind: 'read',
      permission: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id`,
      summary: `Get one ${title.one}`,
      success: { status: 200, schema: buildRecordSchemas(resource).record },
      handler: async (request, { db, now }, caller) => {
        await resource.hooks.beforeRead?.(db, now().toISOString())
        const scoped = limitToCaller(caller, resource)
        const record = await loadRecord(db, scoped, parseRecordId(resource, request))
        const { addFields } = readExtension ?? {}
        const extended = (await addFields?.(db, [record], null, request.query, scoped)) ?? [record]
        const [body] = await redactOtherStores(db, scoped, extended)
        return { status: 200, body, version: record.version }
      },
    },
    ...(appendOnly ? [] : [buildHistoryCall(resource)]),
  ]
}

/** Names the permissions that secret fields need in addition to the call's. */
function describeSecretPermissions({ fields }: ResourceModule): string {
  const permissions = new Set(
    Object.values(fields).flatMap(({ permission: fieldPermission }) => fieldPermission ?? []),
  )
  return [...permissions].map((permission) => ` ${recordMessages.secretsNeed(permission)}`).join('')
}

function buildCreateCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  const { values, record, many, created } = buildRecordSchemas(resource)
  return [
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}`,
      ...guardWrites(resource),
      summary: `Create one ${title.one}${describeSecretPermissions(resource)}`,
      body: values,
      success: { status: 201, schema: record },
      handler: (context) => handleCreate(limitToCaller(context.caller, resource), context),
    },
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}/many`,
      ...guardWrites(resource),
      summary: `Create multiple ${title.many}, or none if at least one isn't valid${describeSecretPermissions(resource)}`,
      body: many,
      success: { status: 201, schema: created },
      handler: (context) => handleCreateMany(limitToCaller(context.caller, resource), context),
    },
    {
      kind: 'read',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}/many/check`,
      summary: `Validate multiple new ${title.many} without creating them`,
      body: many,
      success: { status: 200, schema: callSchemas.rowsAnswer },
      handler: (request, platform, caller) =>
        handleCheckNewRecords(limitToCaller(caller, resource), request, platform),
    },
  ]
}

function buildUpdateCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  const { position } = resource.list
  const { impact } = resource.api
  const { changes, record } = buildRecordSchemas(resource)
  const calls: Call[] = [
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'patch',
      path: `/${name}/:id`,
      ...guardChanges(resource),
      summary: `Change one ${title.one}${describeSecretPermissions(resource)}`,
      ...(impact ? { query: [impactParameter] } : {}),
      body: changes,
      ifMatch: 'required',
      success: { status: 200, schema: record },
      handler: (context) => handleUpdate(limitToCaller(context.caller, resource), context),
    },
  ]
  calls.push(...buildStatusCalls(resource))
  if (position !== undefined)
    calls.push({
      kind: 'write',
      permission: `${permission}:write`,
      method: 'put',
      path: `/${name}/order`,
      summary: `Change the order of ${title.many}`,
      body: callSchemas.order,
      success: { status: 204 },
      handler: (context) =>
        reorderRecords(limitToCaller(context.caller, resource), position, context),
    })
  return calls
}

function buildDeleteCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  return [
    {
      kind: 'write',
      permission: `${permission}:delete`,
      method: 'delete',
      path: `/${name}/:id`,
      ...guardWrites(resource),
      summary: `Delete one ${title.one}`,
      ifMatch: 'optional',
      success: { status: 204 },
      handler: (context) => handleDelete(limitToCaller(context.caller, resource), context),
    },
    ...(canRestoreDeletedRecords(resource) ? [buildRestoreCall(resource)] : []),
    {
      kind: 'read',
      permission: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/uses`,
      summary: `List the records that use one ${title.one} and keep it from being deleted`,
      success: { status: 200, schema: callSchemas.usesAnswer },
      handler: (request, platform, caller) =>
        listUses(limitToCaller(caller, resource), request, platform),
    },
  ]
}

const buildRestoreCall = (resource: ResourceModule): Call => ({
  kind: 'write',
  permission: `${resource.permission}:delete`,
  method: 'post',
  path: `/${resource.name}/:id/restore`,
  ...guardWrites(resource),
  summary: `Restore one deleted ${resource.title.one}. If-Match must be the version that was deleted.`,
  ifMatch: 'required',
  success: { status: 200, schema: buildRecordSchemas(resource).record },
  handler: (context) => handleRestore(limitToCaller(context.caller, resource), context),
})

async function listUses(
  resource: ScopedResource<ResourceModule>,
  request: ApiRequest,
  { db }: Platform,
) {
  const { id } = await loadRecord(db, resource, parseRecordId(resource, request))
  return {
    status: 200,
    body: { data: await findUses(resource.dependents, db, id, resource) },
  }
}
