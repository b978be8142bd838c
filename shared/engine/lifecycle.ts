import type { Api } from './api.ts'
import { optional, text } from './fields/fields.ts'
import { limits } from '../limits.ts'
import { impactParam } from './impact.ts'
import { parseRecord } from './recordCalls.ts'
import type { AnyRecord, Fields, Resource } from './resource.ts'
import { engineMessages } from './messages.ts'

export const lifecycleReasonField = text(engineMessages.reason, { max: limits.statusReason })

type LifecycleResource = Pick<Resource, 'fields' | 'api'>

/**
 * Returns the fields of a record's status. Only their own panel changes them, no form of an
 * existing record.
 */
export const getLifecycleFieldNames = ({
  api: { lifecycle },
}: Pick<Resource, 'api'>): readonly string[] => lifecycle?.fields ?? []

/** Returns the fields of a status change. Some statuses need no reason (`isStatusReasonRequired`). */
export const getStatusChangeFields = (resource: LifecycleResource): Fields => ({
  ...Object.fromEntries(
    Object.entries(resource.fields).filter(([name]) =>
      getLifecycleFieldNames(resource).includes(name),
    ),
  ),
  reason: optional(lifecycleReasonField),
})

/** Whether a change to this status needs a reason. */
export const isStatusReasonRequired = (
  { api: { lifecycle } }: Pick<Resource, 'api'>,
  value: unknown,
): boolean => !lifecycle?.freely.some((status) => status === value)

/**
 * POST /x/ID/status. Fails with 409 `unconfirmed` and the impact if others are affected, and with
 * 422 `fields` if the status isn't possible.
 */
export async function updateRecordStatus(
  api: Api,
  { name }: Pick<Resource, 'name'>,
  { id, version }: { id: number; version: number },
  body: object,
  { idempotencyKey, reach }: { idempotencyKey: string; reach: string },
): Promise<AnyRecord> {
  const response = await api.send({
    method: 'POST',
    path: `/${name}/${id}/status`,
    ...(reach ? { search: new URLSearchParams({ [impactParam]: reach }) } : {}),
    body,
    ifMatch: version,
    idempotencyKey,
  })
  return parseRecord(response.body)
}
