import { ApiError } from './api.ts'
import type { Api, RequestOptions } from './api.ts'
import { isSameFieldValue } from './fields/formValues.ts'
import { getKind } from './fields/kinds.ts'
import { impactParam } from './impact.ts'
import type { Resource } from './resource.ts'

/**
 * A call that undoes a change, at the version that the change created; rejected if someone changed
 * the record since.
 */
export type Undo = {
  method: RequestOptions['method']
  path: string
  body?: Record<string, unknown>
  ifMatch?: number
  /** Derived from the change, so that it's undone once however often the call is sent. */
  idempotencyKey: string
  /** The record's earlier name, if the change renamed it. */
  was?: string
}

type UpdatedRecord = { id: number; version: number; [field: string]: unknown }

/** Creates a call that undoes a change to a record; `version` is the one it created. */
export const createUndo = (
  { id, version }: { id: number; version: number },
  call: Pick<Undo, 'method' | 'path' | 'body'>,
): Undo => ({ ...call, ifMatch: version, idempotencyKey: `undo-${call.path}-${id}-${version}` })

/**
 * Creates a call that restores the values of `before` that `after` changed. Null if none differs,
 * or if a field that isn't restorable does, such as a secret.
 */
export function createUpdateUndo(
  resource: Pick<Resource, 'name' | 'fields' | 'relations' | 'api'>,
  before: Readonly<Record<string, unknown>>,
  after: UpdatedRecord,
): Undo | null {
  const { fields } = resource
  const { label } = resource.relations
  const { single } = resource.api
  const changed = Object.entries(before).filter(
    ([name, value]) => Object.hasOwn(fields, name) && !isSameFieldValue(value, after[name] ?? null),
  )
  const canRestore = changed.every(([name]) => fields[name] && getKind(fields[name]).restorable)
  if (changed.length === 0 || !canRestore) return null
  const path = `/${resource.name}/${after.id}`
  const body = Object.fromEntries(changed)
  const { [label]: previousName } = body
  const undo = createUndo(after, { method: 'PATCH', path, body })
  // A resource with only one record isn't named after one of its values.
  return !single && typeof previousName === 'string' && previousName
    ? { ...undo, was: previousName }
    : undo
}

/** Whether a deleted record can be restored completely: secrets are gone with it. */
export const canRestoreDeletedRecords = ({
  api: { writes },
  fields,
}: Pick<Resource, 'api' | 'fields'>): boolean =>
  writes.includes('delete') && Object.values(fields).every((field) => getKind(field).restorable)

/** Creates a call that restores a record deleted at this version; null if it can't be complete. */
export const createDeletionUndo = (
  resource: Pick<Resource, 'name' | 'api' | 'fields'>,
  deleted: { id: number; version: number },
): Undo | null =>
  canRestoreDeletedRecords(resource)
    ? createUndo(deleted, { method: 'POST', path: `/${resource.name}/${deleted.id}/restore` })
    : null

/** Creates a call that restores an earlier order; `key` is the idempotency key of the new order. */
export const createReorderUndo = (
  { name }: Pick<Resource, 'name'>,
  { before, after }: Record<'before' | 'after', readonly number[]>,
  key: string,
): Undo => ({
  method: 'PUT',
  path: `/${name}/order`,
  body: { ids: before, was: after },
  idempotencyKey: `undo-${key}`,
})

/**
 * Sends an undo and confirms its impact. Returns the platform's note, or null. Fails with 409
 * `conflict` and `current` if someone changed the record since.
 */
export async function sendUndo(api: Api, undo: Undo): Promise<string | null> {
  try {
    return parseUndoNote((await api.send(undo)).body)
  } catch (error) {
    const token = getImpactToken(error)
    if (token === undefined) throw error
    const search = new URLSearchParams({ [impactParam]: token })
    return parseUndoNote((await api.send({ ...undo, search })).body)
  }
}

const parseUndoNote = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'told' in body && typeof body.told === 'string'
    ? body.told
    : null

function getImpactToken(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { reach } = error.problem
  const token = typeof reach === 'object' && reach !== null && 'token' in reach ? reach.token : null
  return typeof token === 'string' ? token : undefined
}
