import type { Api } from '#shared/engine/api.ts'

/** POST /alertDeliveries/ID/resend: sends a failed alert again. */
export async function resendDelivery(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({
    method: 'POST',
    path: `/alertDeliveries/${id}/resend`,
    body: {},
    idempotencyKey,
  })
}
