import { sql } from 'kysely'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import { changeableKeyFields, rotationFields } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createApiKeyText } from '#server/platform/core/auth/apiKeyText.ts'
import { hashToken } from '#server/platform/core/auth/tokens.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import {
  forbidden,
  invalidState,
  notFound,
  validationFailed,
} from '#server/platform/core/platform/httpError.ts'
import { loadRecord, versionConflict } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, parseVersion } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshApiKeyStatus } from './apiKeyStatus.ts'
import { apiKeyMessages } from './messages.ts'
import { findExpirationError, findPermissionError, validateApiKey } from './validateApiKey.ts'

const hourMs = 60 * 60_000
const suffixLength = 4

/** Loads a key, which its owner and accounts that can view API keys see. Rejects others with 404. */
export async function loadVisibleApiKey(
  connection: Connection,
  caller: Account,
  id: number,
): Promise<AnyRecord> {
  const record = await loadRecord(connection, limitToCaller(caller, apiKeys), id)
  if (record['ownerId'] === caller.id) return record
  requirePermission(`${apiKeys.permission}:read`, caller)
  return record
}

/** POST /apiKeys: creates a key for the caller, and returns it once. */
export async function handleCreateApiKey(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const values = parseValues(apiKeys, request.body, 'all')
  if (values['kind'] === 'service')
    requirePermission(`${apiKeys.permission}:write`, caller, apiKeyMessages.serviceKeys)
  const errors = await validateApiKey(trx, caller, values, now)
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
  const { name, kind, permissions, storeIds, networks, expiresAt } = values
  const key = createApiKeyText()
  const { rows } = await sql<{ id: number }>`
    insert into api_keys (name, kind, owner_id, hash, suffix, permissions, store_ids, networks, expires_at, status,
      created_at, created_by, updated_at, updated_by)
    values (${name}, ${kind}, ${caller.id}, ${hashToken(key)}, ${key.slice(-suffixLength)}, ${permissions}::text[],
      ${storeIds}::int[], ${networks}::text[], ${expiresAt}, 'active', ${now}, ${caller.email}, ${now}, ${caller.email})
    returning id`.execute(trx)
  const record = await loadRecord(trx, limitToCaller(caller, apiKeys), rows[0]?.id ?? 0)
  await audit({ event: 'apiKeys.created', target: toAuditTarget(apiKeys, record), after: values })
  return { status: 201, body: { record, key: null }, uncachedBody: { key } }
}

/** Locks a key that still works. */
async function lockActiveApiKey({ trx, request, caller, now }: RequestContext): Promise<AnyRecord> {
  const id = parseRecordId(apiKeys, request)
  await refreshApiKeyStatus(trx, now)
  await sql`select from api_keys where id = ${id} for update`.execute(trx)
  const record = await loadRecord(trx, limitToCaller(caller, apiKeys), id)
  const isOwn = record['ownerId'] === caller.id
  if (!isOwn && !caller.permissions.some((one) => one.startsWith(apiKeys.permission)))
    throw notFound(apiKeys.title.one)
  if (record['status'] !== 'active') throw invalidState(apiKeyMessages.notActive)
  return record
}

/** PATCH /apiKeys/ID: changes its name and permissions, which never exceed those of its owner. */
export async function handleUpdateApiKey(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const before = await lockActiveApiKey(context)
  if (before['ownerId'] !== caller.id) throw forbidden(apiKeyMessages.onlyOwnerChanges)
  const version = parseVersion(request)
  if (version !== null && version !== before.version) throw versionConflict(before)
  const values = parseValues({ fields: changeableKeyFields }, request.body, 'present')
  const { name, permissions } = { ...before, ...values }
  const error = findPermissionError(permissions as string[], caller)
  if (error !== undefined) throw validationFailed({ permissions: error })
  await sql`
    update api_keys set name = ${name}, permissions = ${permissions}::text[],
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${before.id}`.execute(trx)
  const record = await loadRecord(trx, limitToCaller(caller, apiKeys), before.id)
  await audit({
    event: 'apiKeys.updated',
    target: toAuditTarget(apiKeys, record),
    before: { name: before['name'], permissions: before['permissions'] },
    after: { name, permissions },
  })
  return { status: 200, body: record, version: record.version }
}

/** POST /apiKeys/ID/rotate: replaces a key. The old one works for the time that the owner chose. */
export async function handleRotateApiKey(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const before = await lockActiveApiKey(context)
  if (before['ownerId'] !== caller.id) throw forbidden(apiKeyMessages.onlyOwner)
  const { overlap, expiresAt } = parseValues({ fields: rotationFields }, request.body, 'all')
  const error = findExpirationError(String(expiresAt), now)
  if (error !== undefined) throw validationFailed({ expiresAt: error })
  const key = createApiKeyText()
  const until =
    overlap === '0'
      ? null
      : new Date(
          Math.min(
            Date.parse(now) + Number(overlap) * hourMs,
            Date.parse(String(before['expiresAt'])),
          ),
        ).toISOString()
  await sql`
    update api_keys set hash = ${hashToken(key)}, suffix = ${key.slice(-suffixLength)}, expires_at = ${expiresAt},
      previous_hash = ${until === null ? null : sql`hash`}, rotated_until = ${until},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${before.id}`.execute(trx)
  const record = await loadRecord(trx, limitToCaller(caller, apiKeys), before.id)
  await audit({
    event: 'apiKeys.rotated',
    target: toAuditTarget(apiKeys, record),
    before: { expiresAt: before['expiresAt'], rotatedUntil: before['rotatedUntil'] },
    after: { expiresAt, rotatedUntil: until },
  })
  return { status: 200, body: { record, key: null }, uncachedBody: { key } }
}

/** POST /apiKeys/ID/revoke: ends a key and the one before it. */
export async function handleRevokeApiKey(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const record = await lockActiveApiKey(context)
  if (record['ownerId'] !== caller.id)
    requirePermission(`${apiKeys.permission}:write`, caller, apiKeyMessages.revokeOthers)
  await sql`
    update api_keys set status = 'revoked', previous_hash = null, rotated_until = null,
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${record.id}`.execute(trx)
  await audit({
    event: 'apiKeys.revoked',
    target: toAuditTarget(apiKeys, record),
    before: { status: 'active' },
    after: { status: 'revoked' },
  })
  return { status: 204 }
}
