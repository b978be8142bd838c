import { resources } from '#shared/areas/index.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { hideOtherStores } from '#server/platform/core/records/otherStores.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type AuditEntryRow = Record<string, unknown>
type FieldChange = { before?: unknown; after?: unknown }

/** Leaves out of what entries say was changed the stores that their reader can't see. */
export async function hideStoreChanges(
  db: Connection,
  caller: Caller,
  entries: readonly AuditEntryRow[],
): Promise<AuditEntryRow[]> {
  if (caller.storeIds === null) return [...entries]
  return Promise.all(
    entries.map(async (entry) => {
      const resource = resources.find(({ name }) => name === entry['targetType'])
      const { changes } = entry
      if (!resource || typeof changes !== 'object' || changes === null) return entry
      const fields: [string, FieldChange][] = Object.entries(changes) // The auditor writes both sides of each field.
      const toRecord = (side: keyof FieldChange) =>
        Object.fromEntries(fields.map(([name, sides]) => [name, sides[side]]))
      const records = [toRecord('before'), toRecord('after')]
      const [before = {}, after = {}] = await hideOtherStores(
        db,
        limitToCaller(caller, resource),
        records,
      )
      const told = fields.map(([name, sides]) => [
        name,
        { ...sides, before: before[name], after: after[name] },
      ])
      return { ...entry, changes: Object.fromEntries(told) }
    }),
  )
}
