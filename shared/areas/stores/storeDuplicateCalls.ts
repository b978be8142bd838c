import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { StoreCopySection } from './storeCopySections.ts'

/**
 * POST /stores/ID/duplicate: creates a draft. Fields that `values` omits are copied by sections.
 * Fails with 404, or 422 and `fields`.
 */
export async function duplicateStore(
  api: Api,
  id: number,
  body: { values: object; sections: readonly StoreCopySection[] },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/duplicate`
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}
