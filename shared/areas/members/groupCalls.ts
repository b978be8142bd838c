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
/** Who is in a group, or is found by its rules, and who comes and goes when these are looked at next. */
export type GroupPreview = Infer<typeof GroupPreviewSchema>

const MoveResult = type({
  moved: number(),
  already: number(),
  /** Whom rules of another group hold there. */
  held: number(),
  unknown: array(string()),
  move: nullable(number()),
})
export type MoveResult = Infer<typeof MoveResult>

const DuplicateResult = type({ made: number(), refused: array(string()), waiting: number() })
const DuplicateNotes = type({ notes: array(string()) })
export type DuplicateResult = Infer<typeof DuplicateResult>

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

/** What a group by rule would be; `id` is the group that is to be so, null for a new one. */
export type DraftRules = { id: number | null; storeId: number; priority: number; rules: string[] }

/** GET /memberGroupPreview: the same of rules that are not saved. Fails with 422 and `fields`. */
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

/** POST /memberGroups/ID/members: puts these into a manual group, or out of it; says which nobody has. Fails with 409 `reach`, until `reach` names its token, before any leave other groups. */
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

/** POST /memberGroups/ID/undo/MOVE: puts back whom a move moved. */
export const createMoveUndo = (id: number, { move }: Pick<MoveResult, 'move'>): Undo | null =>
  move === null
    ? null
    : {
        method: 'POST',
        path: `/memberGroups/${id}/undo/${move}`,
        idempotencyKey: `undo-members-${move}`,
      }

/** POST /memberGroups/ID/duplicates: the same group in these stores, without its members. */
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

/** GET /memberGroups/ID/duplicatePreview: what copies in these stores need before they give credits; `storeIds` with commas. */
export async function findDuplicateNotes(
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

/** POST /memberGroups/ID/removal: deletes it; its members go to another group of the store, or to none. */
export async function deleteMemberGroup(
  api: Api,
  id: number,
  moveTo: number | null,
  idempotencyKey: string,
): Promise<void> {
  const path = `/memberGroups/${id}/removal`
  await api.send({ method: 'POST', path, body: { moveTo }, idempotencyKey })
}

/** POST /memberGroups/ID/programApproval: `total` is the group's `programWaiting` that the operator saw. Fails with 409 `wrong_state`. */
export async function approveProgram(
  api: Api,
  id: number,
  total: number,
  idempotencyKey: string,
): Promise<void> {
  const path = `/memberGroups/${id}/programApproval`
  await api.send({ method: 'POST', path, body: { total }, idempotencyKey })
}
