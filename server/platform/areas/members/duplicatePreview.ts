import { sql } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { storeUnitSql } from '../credits/index.ts'
import { findProgramsNeedingApproval } from './forecastPrograms.ts'
import { memberGroupCallMessages } from './messages.ts'
import type { Program } from './programApproval.ts'
import { countRuleMoves, newGroupId } from './groupRules.ts'

type SourceGroup = RecordOf<typeof memberGroups>

const maxNamedCopies = 3

/**
 * GET /memberGroups/ID/duplicatePreview?storeIds=1,2: the approvals that copies in these stores
 * need before members get credits.
 */
export const duplicatePreviewCall: Call = {
  kind: 'read',
  permission: `${memberGroups.permission}:read`,
  method: 'get',
  path: '/memberGroups/:id/duplicatePreview',
  limit: 'comparisons',
  summary:
    "Count the copies of a group that would need a second operator's approval before members get credits",
  query: [
    { name: 'storeIds', description: 'Store IDs, separated by commas', schema: stringSchema },
  ],
  success: {
    status: 200,
    schema: objectSchema({ waiting: integerSchema, notes: arraySchema(stringSchema) }),
  },
  handler: handlePreviewGroupDuplicates,
}

async function handlePreviewGroupDuplicates(
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const resource = limitToCaller(caller, memberGroups)
  // A record of this definition has its fields.
  const group = (await loadRecord(
    db,
    resource,
    parseRecordId(memberGroups, request),
  )) as SourceGroup
  const storeIds = parseStoreIds(request.query.get('storeIds') ?? '')
  const options = { caller, now: now().toISOString() }
  const { waiting, total } = await findCopiesToApprove(db, group, { storeIds, ...options })
  const names = waiting.slice(0, maxNamedCopies).map(({ store }) => store)
  const notes =
    waiting.length > 0
      ? [memberGroupCallMessages.copiesNeedApproval(waiting.length, total, names)]
      : []
  return { status: 200, body: { waiting: waiting.length, notes } }
}

function parseStoreIds(text: string): number[] {
  const ids = [...new Set(text.split(',').filter(Boolean))]
  if (ids.length > limits.createMany || ids.some((id) => !/^[1-9]\d{0,8}$/.test(id)))
    throw badRequest(memberGroupCallMessages.storeIdsBody(limits.createMany))
  return ids.map(Number)
}

type PreviewOptions = { storeIds: readonly number[]; caller: Account; now: string }

/**
 * Finds the copies that need approval. A copy starts without members, but its rules add some at
 * once. Leaves out stores that can't have a copy.
 */
async function findCopiesToApprove(
  db: Connection,
  group: SourceGroup,
  { storeIds, caller, now }: PreviewOptions,
) {
  const { rows } = await sql<{ id: number; name: string; unit: string }>`
    select id, name, ${storeUnitSql} as unit from ${getVisibleRows(stores, caller.storeIds)}
    where id = any(${[...storeIds]}::int[]) and not exists (
      select from member_groups where store_id = stores.id and name = ${group.name})
    order by lower(name), id`.execute(db)
  const available = rows.filter(({ unit }) => group.unit === null || group.unit === unit)
  const { creditAmount, creditPeriod, unit, type, rules, priority } = group
  if (!creditAmount || !creditPeriod || !unit || type !== 'rule')
    return { waiting: [], total: available.length }
  const drafts = []
  for (const { id: storeId, name: store } of available) {
    const draft = { id: newGroupId, priority, rules }
    const { joining } = await countRuleMoves(db, storeId, newGroupId, draft)
    const period = creditPeriod as Program['period'] // One of the options of its field.
    drafts.push({
      id: 0,
      storeId,
      store,
      unit,
      amount: creditAmount,
      period,
      count: Number(joining),
      programApproved: null,
    })
  }
  const waiting = await findProgramsNeedingApproval(db, { caller, now }, drafts)
  return { waiting, total: available.length }
}
