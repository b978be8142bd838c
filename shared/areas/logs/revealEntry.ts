import { nullable, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const RevealedEntry = type({
  label: nullable(string()),
  cause: nullable(string()),
  /** Null if the entry was shown before. */
  changes: nullable(record(string(), unknown())),
})
/** What is masked in a log entry for accounts that see no members. */
export type RevealedEntry = Infer<typeof RevealedEntry>

/**
 * POST /logEntries/ID/reveal, /platformLogEntries/ID/reveal: shows the personal data in an entry,
 * once per key. The reason is logged.
 */
export async function revealLogEntry(
  api: Api,
  { resource, id }: { resource: string; id: number },
  reason: string,
  idempotencyKey: string,
): Promise<RevealedEntry> {
  const path = `/${resource}/${id}/reveal`
  const { body } = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseResponse(RevealedEntry, body)
}
