import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  arraySchema,
  integerSchema,
  nameSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { duplicatePreviewCall } from './duplicatePreview.ts'
import { buildGroupRulesCondition, countRuleMoves, newGroupId } from './groupRules.ts'

type PreviewedGroup = RecordOf<typeof memberGroups>

async function loadMemberSample(
  connection: Connection,
  storeId: number,
  condition: RawBuilder<unknown>,
) {
  const source = sql`from members where store_id = ${storeId} and ${condition}`
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count ${source}`.execute(connection)
  const { rows: sample } = await sql<{ id: number; name: string; email: string }>`
    select id, name, email ${source} order by lower(name), id limit 10`.execute(connection)
  return { count: counted[0]?.count ?? 0, sample }
}

async function handlePreviewMemberGroup(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const resource = limitToCaller(caller, memberGroups)
  const group = (await loadRecord(
    db,
    resource,
    parseRecordId(memberGroups, request),
  )) as PreviewedGroup
  const { id, storeId, type, rules } = group
  const isByRule = type === 'rule'
  const condition = isByRule ? buildGroupRulesCondition(rules) : sql`members.group_id = ${id}`
  const moves = isByRule ? await countRuleMoves(db, storeId, id) : { joining: 0, leaving: 0 }
  return { status: 200, body: { ...(await loadMemberSample(db, storeId, condition)), ...moves } }
}

const parseOptionalId = (text: string | null) =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

async function handlePreviewGroupRules(
  { query }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const rules = query.getAll('rule')
  const error = validateField(memberGroups.fields.rules, rules, { type: 'rule' })
  if (error) throw validationFailed({ rules: error })
  const store = await loadRecord(
    db,
    limitToCaller(caller, stores),
    parseOptionalId(query.get('storeId')) ?? 0,
  )
  const id = parseOptionalId(query.get('id')) ?? newGroupId
  const priority = parseOptionalId(query.get('priority')) ?? memberGroups.fields.priority.initial
  const moves = await countRuleMoves(db, store.id, id, { id, priority, rules })
  return {
    status: 200,
    body: { ...(await loadMemberSample(db, store.id, buildGroupRulesCondition(rules))), ...moves },
  }
}

const previewReadOptions = {
  kind: 'read',
  permission: `${memberGroups.permission}:read`,
  method: 'get',
} as const
const previewResponse = {
  status: 200,
  schema: nameSchema(
    'MemberPreview',
    objectSchema({
      count: integerSchema,
      sample: arraySchema(
        objectSchema({ id: integerSchema, name: stringSchema, email: stringSchema }),
      ),
      joining: integerSchema,
      leaving: integerSchema,
    }),
  ),
} as const

/** Previews the members of a group, or of unsaved rules (shared/areas/members/groupCalls.ts). */
export const previewCalls: readonly Call[] = [
  duplicatePreviewCall,
  {
    ...previewReadOptions,
    path: '/memberGroups/:id/preview',
    limit: 'comparisons',
    summary:
      "Count a group's members, or the members that match its rules, with examples and how many will join or leave",
    success: previewResponse,
    handler: handlePreviewMemberGroup,
  },
  {
    ...previewReadOptions,
    path: '/memberGroupPreview',
    limit: 'comparisons',
    summary:
      'Preview unsaved rules. Pass "storeId", "rule", "priority", and "id" (the group\'s ID) as query parameters.',
    success: previewResponse,
    handler: handlePreviewGroupRules,
  },
]
