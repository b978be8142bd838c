import { nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const LinkedAlertSchema = type({
  /** The alert's ID, which is another one if it was fixed and is back. */
  alertId: number(),
  title: string(),
  /** A key of `alertKinds`. */
  kind: string(),
  /** Null while it's open, snoozed, or dismissed. */
  fixedAt: nullable(string()),
})
export type LinkedAlert = Infer<typeof LinkedAlertSchema>

/** GET /alertLinks/TOKEN, or with the alert's ID. Fails with 404 if the link doesn't work, or the alert can't be seen. */
export async function loadLinkedAlert(
  api: Api,
  token: string,
  signal: AbortSignal,
): Promise<LinkedAlert> {
  const path = `/alertLinks/${encodeURIComponent(token)}`
  return parseResponse(LinkedAlertSchema, (await api.send({ method: 'GET', path, signal })).body)
}
