import type { Resource } from '#shared/engine/resource.ts'
import { createUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'

/** Builds an undo that assigns a record to its previous owner, or unassigns it: PUT /x/ID/owner. */
export const createOwnerUndo = (
  { name }: Pick<Resource, 'name'>,
  record: { id: number; version: number },
  previousOwnerId: number | null,
): Undo =>
  createUndo(record, {
    method: 'PUT',
    path: `/${name}/${record.id}/owner`,
    body: { ownerId: previousOwnerId },
  })
