import { array, boolean, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

/** How many members are to complete a category, have done so, and are late. */
const completionCounts = { members: number(), completed: number(), overdue: number() }

export const Completion = type({
  ...completionCounts,
  /** How much published content counts towards it. */
  required: number(),
  /** Those with the most members who are late, or have not completed it; 100 of them at most. */
  stores: array(type({ id: number(), name: string(), ...completionCounts })),
  more: boolean(),
})
export type Completion = Infer<typeof Completion>

/** GET /trainingCategories/ID/completion: how far the members of the caller's stores are. */
export async function loadCompletion(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Completion> {
  const path = `/trainingCategories/${id}/completion`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Completion, body)
}

/** POST /trainingCategories/ID/duplicate: a draft of it with all of its content, whose slug ends in `-copy`; 422 where that is taken. */
export async function duplicateTrainingCategory(
  api: Api,
  id: number,
  values: { title: string; slug: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/trainingCategories/${id}/duplicate`
  return parseRecord((await api.send({ method: 'POST', path, body: values, idempotencyKey })).body)
}
