import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import type { Undo } from '#shared/engine/undo.ts'

const GroupPreviewSchema = type({
  count: number(),
  sample: array(type({ id: number(), name: string(), email: string() })),
  joining: number(),
  leaving: number(),
})
/**
 * A group's members, or those who match its rules, and who joins and leaves when the rules are next
 * applied.
 */
export type GroupPreview = Infer<typeof GroupPreviewSchema>

const MoveResult = type({
  moved: number(),
  already: number(),
  /** Members who stay where they are because of another group's rules. */
  held: number(),
  unknown: array(string()),
  move: nullable(number()),
})
export type MoveResult = Infer<typeof MoveResult>

const DuplicateResult = type({ made: number(), refused: array(string()), waiting: number() })
const DuplicateNotes = type({ notes: array(string()) })
type DuplicateResult = Infer<typeof DuplicateResult>

/** GET /memberGroups/ID/preview */
export async function loadGroupPreview(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<GroupPreview> {
  const path = `/memberGroups/${id}/preview`
  const answer = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(GroupPreviewSchema, answer.body)
}

/** The unsaved rules of a group; `id` is the existing group, null for a new one. */
export type DraftRules = { id: number | null; storeId: number; priority: number; rules: string[] }

/** GET /memberGroupPreview: previews unsaved rules. Fails with 422 and `fields`. */
export async function loadRulePreview(
  api: Api,
  { id, storeId, priority, rules }: DraftRules,
): Promise<GroupPreview> {
  const search = new URLSearchParams(rules.map((rule) => ['rule', rule]))
  search.set('storeId', String(storeId))
  search.set('priority', String(priority))
  if (id !== null) search.set('id', String(id))
  const path = '/memberGroupPreview'
  return parseResponse(GroupPreviewSchema, (await api.send({ method: 'GET', path, search })).body)
}

/**
 * POST /memberGroups/ID/members: adds members to a manual group or removes them, and returns the
 * email addresses that match no member. Fails with 409 and `reach`, until the call sends that
 * token, if members would leave other groups.
 */
export async function moveMembers(
  api: Api,
  id: number,
  body: { emails: string[]; memberIds: number[]; action: 'add' | 'remove' },
  { key: idempotencyKey, reach = '' }: { key: string; reach?: string },
): Promise<MoveResult> {
  const path = `/memberGroups/${id}/members`
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  const answer = await api.send({ method: 'POST', path, search, body, idempotencyKey })
  return parseResponse(MoveResult, answer.body)
}

/** POST /memberGroups/ID/undo/MOVE: undoes a move of members. */
export const createMoveUndo = (id: number, { move }: Pick<MoveResult, 'move'>): Undo | null =>
  move === null
    ? null
    : {
        method: 'POST',
        path: `/memberGroups/${id}/undo/${move}`,
        idempotencyKey: `undo-members-${move}`,
      }

/** POST /memberGroups/ID/duplicates: copies the group to these stores, without its members. */
export async function duplicateMemberGroup(
  api: Api,
  id: number,
  storeIds: number[],
  idempotencyKey: string,
): Promise<DuplicateResult> {
  const path = `/memberGroups/${id}/duplicates`
  const body = { storeIds }
  return parseResponse(
    DuplicateResult,
    (await api.send({ method: 'POST', path, body, idempotencyKey })).body,
  )
}

/**
 * GET /memberGroups/ID/duplicatePreview: what copies in these stores need before they issue
 * credits. `storeIds` is separated by commas.
 */
export async function findGroupCopyApprovalNotes(
  api: Api,
  id: number,
  storeIds: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const path = `/memberGroups/${id}/duplicatePreview`
  const search = new URLSearchParams({ storeIds })
  const answer = await api.send({ method: 'GET', path, search, ...(signal ? { signal } : {}) })
  return parseResponse(DuplicateNotes, answer.body).notes
}

/**
 * POST /memberGroups/ID/removal: deletes the group and moves its members to another group of the
 * store, or to none.
 */
export async function deleteMemberGroup(
  api: Api,
  id: number,
  moveTo: number | null,
  idempotencyKey: string,
): Promise<void> {
  const path = `/memberGroups/${id}/removal`
  await api.send({ method: 'POST', path, body: { moveTo }, idempotencyKey })
}

/**
 * POST /memberGroups/ID/programApproval: approves `total`, the group's `programWaiting` that the
 * operator saw. Fails with 409 `wrong_state`.
 */
export async function approveProgramCredits(
  api: Api,
  id: number,
  total: number,
  idempotencyKey: string,
): Promise<void> {
  const path = `/memberGroups/${id}/programApproval`
  await api.send({ method: 'POST', path, body: { total }, idempotencyKey })
}
