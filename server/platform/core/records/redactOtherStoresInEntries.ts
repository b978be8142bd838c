import { getResource } from '#shared/engine/resourceRegistry.ts'
import type { Caller } from '../auth/tokens.ts'
import { limitToCaller } from './storeScope.ts'
import { redactOtherStores } from './otherStores.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type AuditEntryRow = Record<string, unknown>
type FieldChange = { before?: unknown; after?: unknown }

/** Removes the stores that the caller can't see from the changes of entries. */
export async function redactOtherStoresInEntries(
  db: Connection,
  caller: Caller,
  entries: readonly AuditEntryRow[],
): Promise<AuditEntryRow[]> {
  if (caller.storeIds === null) return [...entries]
  return Promise.all(
    entries.map(async (entry) => {
      const resource = getResource(String(entry['targetType']))
      const { changes } = entry
      if (!resource || typeof changes !== 'object' || changes === null) return entry
      // The auditor writes `before` and `after` of each field.
      const fields: [string, FieldChange][] = Object.entries(changes)
      const toRecord = (side: keyof FieldChange) =>
        Object.fromEntries(fields.map(([name, sides]) => [name, sides[side]]))
      const records = [toRecord('before'), toRecord('after')]
      const [before = {}, after = {}] = await redactOtherStores(
        db,
        limitToCaller(caller, resource),
        records,
      )
      const visibleChanges = fields.map(([name, sides]) => [
        name,
        { ...sides, before: before[name], after: after[name] },
      ])
      return { ...entry, changes: Object.fromEntries(visibleChanges) }
    }),
  )
}
