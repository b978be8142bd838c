import type { Api } from './api.ts'
import { optional, text } from './fields/fields.ts'
import { limits } from '../limits.ts'
import { impactParam } from './impact.ts'
import { parseRecord } from './recordCalls.ts'
import type { AnyRecord, Fields, Resource } from './resource.ts'
import { engineMessages } from './messages.ts'

export const lifecycleReasonField = text(engineMessages.reason, { max: limits.statusReason })

type LifecycleResource = Pick<Resource, 'fields' | 'lifecycle'>

/** The fields that say where a record stands: a panel of their own changes them, and no form of a record that is there. */
export const getLifecycleFieldNames = ({
  lifecycle: stands,
}: Pick<Resource, 'lifecycle'>): string[] => (stands ? [stands.field, ...(stands.with ?? [])] : [])

/** What a change of where a record stands asks for; the reason may be missing of some values alone. */
export const getLifecycleFields = (resource: LifecycleResource): Fields => ({
  ...Object.fromEntries(
    Object.entries(resource.fields).filter(([name]) =>
      getLifecycleFieldNames(resource).includes(name),
    ),
  ),
  reason: optional(lifecycleReasonField),
})

/** Whether it takes a reason that a record stands there from now on. */
export const needsReason = (
  { lifecycle: stands }: Pick<Resource, 'lifecycle'>,
  value: unknown,
): boolean => !stands?.freely.some((one) => one === value)

/** POST /x/ID/status. Fails with 409 `unconfirmed` and its reach where it reaches others, 422 `fields` where it cannot stand there. */
export async function updateStatus(
  api: Api,
  { name }: Pick<Resource, 'name'>,
  { id, version }: { id: number; version: number },
  body: object,
  { idempotencyKey, reach }: { idempotencyKey: string; reach: string },
): Promise<AnyRecord> {
  const answer = await api.send({
    method: 'POST',
    path: `/${name}/${id}/status`,
    ...(reach ? { search: new URLSearchParams({ [impactParam]: reach }) } : {}),
    body,
    ifMatch: version,
    idempotencyKey,
  })
  return parseRecord(answer.body)
}
