import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { rolloutMessages } from './messages.ts'

/** Finds which of these stores don't use a theme, by ID. */
async function findStoresWithOtherTheme(
  connection: Connection,
  themeId: number,
  storeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from stores where ${matchesIds('id', storeIds)}
      and coalesce(theme_id, (select theme_id from store_defaults)) is distinct from ${themeId}
    order by lower(name), id`.execute(connection)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isBeforeStart = ({ rollout }: AnyRecord): boolean =>
  rollout === 'new' || rollout === 'rolledBack'

/** Returns, by store ID, why a store can't be a pilot store of a version. */
export async function findPilotErrors(
  connection: Connection,
  version: AnyRecord,
  storeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!isBeforeStart(version))
    return new Map(storeIds.map((id) => [id, rolloutMessages.pilotsFixed]))
  const others = await findStoresWithOtherTheme(connection, Number(version['themeId']), storeIds)
  return new Map([...others.keys()].map((id) => [id, rolloutMessages.usesOtherTheme]))
}

const maxPilotNames = 3

/** Validates the pilot stores of a version. */
export async function validatePilots(
  connection: Connection,
  values: FieldValues,
  before: AnyRecord | undefined,
): Promise<ValidationErrors> {
  const { pilotIds } = values
  if (!Array.isArray(pilotIds) || pilotIds.length === 0) return {}
  if (before && !isBeforeStart(before)) return { pilotIds: rolloutMessages.pilotsFixed }
  const theme = Number(values['themeId'] ?? before?.['themeId'])
  const others = [
    ...(await findStoresWithOtherTheme(connection, theme, pilotIds.map(Number))).values(),
  ]
  if (others.length === 0) return {}
  return { pilotIds: rolloutMessages.pilotsUseOther(others.slice(0, maxPilotNames)) }
}
