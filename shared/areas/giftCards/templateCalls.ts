import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'

/**
 * POST /giftCardTemplates/ID/test: starts a job that sends a sandbox gift card. Fails with 409
 * `wrong_state` if a limit or freeze forbids it. `amount` is in minor units.
 */
export const sendTestGiftCard = (
  api: Api,
  { id, ...body }: { id: number; recipient: string; amount: number; productId: number | null },
  key: string,
): Promise<Job> => startJob(api, `/giftCardTemplates/${id}/test`, key, { body })

/** POST /giftCardProducts/sync: starts a job that syncs the catalog. */
export const syncGiftCardCatalog = (api: Api, key: string): Promise<Job> =>
  startJob(api, '/giftCardProducts/sync', key, { body: {} })

/**
 * POST /giftCardTemplates/ID/duplicate: creates an inactive copy. Fails with 422 if the code is
 * taken.
 */
export async function duplicateGiftCardTemplate(
  api: Api,
  { id, ...body }: { id: number; name: string; code: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCardTemplates/${id}/duplicate`
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}
