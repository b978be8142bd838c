import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { sql } from 'kysely'
import { array, enums, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeCopySectionNames, storeCopySections } from '#shared/areas/stores/storeCopySections.ts'
import { getCopiedFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { isSharedSetupKind } from '#shared/areas/stores/storeSetupCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, forbidden, HttpError } from '#server/platform/core/platform/httpError.ts'
import { findStoreSetups } from '#server/platform/core/integrations/storeSetups.ts'
import { handleCreate, createRecords } from '#server/platform/core/records/changes/create.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { applyAndReload } from '#server/platform/core/records/resourceHooks.ts'
import { assignSetupToStore, canAssignSetup } from './setupOffers.ts'
import { storeCallMessages } from './messages.ts'

const duplicateMessages = storeRuleMessages.duplicate

const DuplicateBody = type({ values: type({}), sections: array(enums(storeCopySectionNames)) })

/**
 * POST /stores/ID/duplicate: creates a draft. Values missing from the request come from the store,
 * if their section is selected.
 */
export async function handleDuplicateStore(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, audit } = context
  const module = limitToCaller(caller, getResourceModule('stores'))
  const { body } = request
  if (!is(body, DuplicateBody))
    throw badRequest(storeCallMessages.duplicateBody(storeCopySectionNames.join(', ')))
  const hasGroups = body.sections.includes('groups')
  if (hasGroups) requireGroupPermission(caller)
  const template = await loadRecord(
    trx,
    limitToCaller(caller, stores),
    parseRecordId(stores, request),
  )
  const copied = getCopiedFields(body.sections).map((name) => [name, template[name]])
  const values = { ...getInitialValues(stores), ...Object.fromEntries(copied), ...body.values }
  const created = await handleCreate(module, { ...context, request: { ...request, body: values } })
  const store = created.body as AnyRecord // The body that `handleCreate` returns.

  await audit({
    event: `${stores.name}.duplicated`,
    target: toAuditTarget(stores, template),
    after: { into: store['code'], sections: body.sections },
  })
  const hasIntegrations = body.sections.includes('integrations')
  if (!hasGroups && !hasIntegrations) return created
  if (hasIntegrations) await assignSetups(context, template.id, store.id)
  if (hasGroups) await copyGroups(context, template.id, store.id)
  const [reloaded] = await applyAndReload(module, context, [store], [store])
  return { ...created, body: reloaded }
}

/** Assigns the setups that serve another store, except those that the caller can't assign. */
async function assignSetups(
  context: RequestContext,
  sourceId: number,
  storeId: number,
): Promise<void> {
  const setups = await findStoreSetups(context.trx, getIntegrations(), [sourceId])
  // A store's own SMTP setting is a field, which was already copied.
  for (const { kind, record } of setups)
    if (kind !== 'mail' && isSharedSetupKind(kind) && canAssignSetup(context.caller, kind))
      await assignSetupToStore(context, storeId, { kind, id: record.id })
}

const { permission: groupsPermission } = storeCopySections.groups

/**
 * Checked before anything is created. The copies need the same permission as groups created by
 * hand.
 */
function requireGroupPermission(caller: Caller): void {
  if (hasPermission(groupsPermission, caller)) return
  throw forbidden(duplicateMessages.mayNot(groupsPermission))
}

async function copyGroups(
  context: RequestContext,
  sourceId: number,
  storeId: number,
): Promise<void> {
  const { trx, caller } = context
  const names = Object.keys(memberGroups.fields).map((name) => sql.ref(name))
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(names)} from member_groups where store_id = ${sourceId} order by id`.execute(
    trx,
  )
  for (const group of rows) {
    const values = { ...group, storeId }
    await createRecords(limitToCaller(caller, getResourceModule('memberGroups')), context, [
      values,
    ]).catch((error: unknown) => {
      const { fields } = error instanceof HttpError ? error.problem : {}
      if (!fields) throw error
      const detail = duplicateMessages.group(
        String(group['name']),
        joinSentences(Object.values(fields)),
      )
      throw new HttpError(409, 'wrong_state', detail)
    })
  }
}
