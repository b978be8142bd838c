import { sql } from 'kysely'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import { changeableKeyFields, rotationFields } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { limitApiKeyPermissions } from '#shared/permissions/apiKeyPermissions.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { filterApiKeyCalls } from '#server/platform/core/http/filterApiKeyCalls.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller, getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { addLabels } from '#server/platform/core/records/labels.ts'
import {
  handleCreateApiKey,
  handleRevokeApiKey,
  handleRotateApiKey,
  handleUpdateApiKey,
  loadVisibleApiKey,
} from './apiKeyHandlers.ts'
import { refreshApiKeyStatus } from './apiKeyStatus.ts'

const apiKeySchemas = buildRecordSchemas(apiKeys)
const newKeySchema = nameSchema(
  'NewApiKey',
  objectSchema({ record: apiKeySchemas.record, key: nullableSchema(stringSchema) }),
)

/** Lists the calls that a key with these permissions can make. */
const findAvailableCalls = (calls: readonly Call[], permissions: string[]) =>
  filterApiKeyCalls(calls, permissions).map(({ method, path, summary }) => ({
    method: method.toUpperCase(),
    path,
    summary,
  }))

/** Loads the permissions that a key has now; none if its owner can't sign in. */
async function loadPermissions({ db }: Platform, record: AnyRecord): Promise<string[]> {
  const owner = await findActiveOperator(db, Number(record['ownerId']))
  const chosen = record['permissions'] as string[] // The definition says so.
  return owner && record['status'] === 'active'
    ? limitApiKeyPermissions(chosen, owner.permissions)
    : []
}

/** The calls of API keys, in addition to the list of all keys. Operators manage their own. */
export const buildApiKeyCalls = (getCalls: () => readonly Call[]): Call[] => [
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/apiKeys/own',
    summary: 'List your own API keys, newest first',
    success: { status: 200, schema: objectSchema({ data: arraySchema(apiKeySchemas.record) }) },
    async handler(_request, { db, now }, caller) {
      await refreshApiKeyStatus(db, now().toISOString())
      const resource = limitToCaller(caller, apiKeys)
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(getRecordColumns(apiKeys).map((name) => sql.ref(name)))}
        from ${getVisibleRows(resource, caller.storeIds)} where owner_id = ${caller.id}
        order by id desc`.execute(db)
      return { status: 200, body: { data: await addLabels(db, resource, rows) } }
    },
  },
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/apiKeys/:id/details',
    summary: 'Get an API key and the calls that it can make now',
    success: {
      status: 200,
      schema: objectSchema({
        record: apiKeySchemas.record,
        isOwn: { type: 'boolean' },
        origin: stringSchema,
        permissions: arraySchema(stringSchema),
        calls: arraySchema(
          objectSchema({ method: stringSchema, path: stringSchema, summary: stringSchema }),
        ),
      }),
    },
    async handler(request, platform, caller) {
      const { db, now, origin } = platform
      await refreshApiKeyStatus(db, now().toISOString())
      const record = await loadVisibleApiKey(db, caller, parseRecordId(apiKeys, request))
      const permissions = await loadPermissions(platform, record)
      const calls = permissions.length > 0 ? findAvailableCalls(getCalls(), permissions) : []
      const body = {
        record,
        isOwn: record['ownerId'] === caller.id,
        origin: origin?.origin ?? '',
        permissions,
        calls,
      }
      return { status: 200, body }
    },
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: '/apiKeys',
    stepUp: 'always',
    summary: 'Create an API key that belongs to you. Only this response has the key.',
    body: objectSchema(toSchemaProperties(apiKeys.fields)),
    success: { status: 201, schema: newKeySchema },
    handler: handleCreateApiKey,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'patch',
    path: '/apiKeys/:id',
    stepUp: 'always',
    summary: 'Change the name and the permissions of your API key',
    body: objectSchema(toSchemaProperties(changeableKeyFields), []),
    ifMatch: 'required',
    success: { status: 200, schema: apiKeySchemas.record },
    handler: handleUpdateApiKey,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: '/apiKeys/:id/rotate',
    stepUp: 'always',
    summary: 'Replace your API key. Only this response has the new one.',
    body: objectSchema(toSchemaProperties(rotationFields)),
    success: { status: 200, schema: newKeySchema },
    handler: handleRotateApiKey,
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'post',
    path: '/apiKeys/:id/revoke',
    summary: 'Revoke an API key; requires apiKeys:write if it belongs to someone else',
    success: { status: 204 },
    handler: handleRevokeApiKey,
  },
]
