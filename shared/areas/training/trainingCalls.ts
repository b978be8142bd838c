import { array, boolean, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

/** How many members must complete a category, have completed it, and are overdue. */
const completionCounts = { members: number(), completed: number(), overdue: number() }

export const Completion = type({
  ...completionCounts,
  /** How much published content counts toward completion. */
  required: number(),
  /** The stores with the most members who are overdue or not finished; at most 100. */
  stores: array(type({ id: number(), name: string(), ...completionCounts })),
  more: boolean(),
})
export type Completion = Infer<typeof Completion>

/** GET /trainingCategories/ID/completion: progress of the members of the caller's stores. */
export async function loadTrainingCategoryCompletion(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Completion> {
  const path = `/trainingCategories/${id}/completion`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Completion, body)
}

/**
 * POST /trainingCategories/ID/duplicate: creates a draft with this title and slug, and copies all
 * of the content. Fails with 422 if the slug is taken.
 */
export async function duplicateTrainingCategory(
  api: Api,
  id: number,
  values: { title: string; slug: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/trainingCategories/${id}/duplicate`
  return parseRecord((await api.send({ method: 'POST', path, body: values, idempotencyKey })).body)
}
