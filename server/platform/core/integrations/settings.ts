import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import type { Platform } from '../platform/platform.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'

/** Opens a record's secrets, by field; null for those that aren't set. */
export async function openSecrets(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { name: table, fields }: Resource,
  { id }: Pick<AnyRecord, 'id'>,
): Promise<Record<string, string | null>> {
  const columns = Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
  if (columns.length === 0) return {}
  const row = await withRecordTables(db)
    .selectFrom(table)
    .select(columns.map((column) => `${column}Sealed`))
    .where('id', '=', id)
    .executeTakeFirst()
  return Object.fromEntries(
    columns.map((column) => {
      const sealed = row?.[`${column}Sealed`]
      return [
        column,
        typeof sealed === 'string' ? secrets.open({ table, column, id }, sealed) : null,
      ]
    }),
  )
}

/** Loads the steps that need a user's action for this version of the settings. */
export async function loadUserActionSteps(
  connection: Connection,
  { resource, steps }: Integration,
  { id, settingsVersion }: { id: number; settingsVersion: number },
): Promise<TestStep[]> {
  if (!steps.some(({ userAction }) => userAction !== undefined)) return []
  const { rows } = await sql<{ steps: TestStep[] }>`
    select steps from integration_history
    where resource = ${resource.name} and record_id = ${id} and version = ${settingsVersion} and what = 'signIn'
    order by id desc limit 1`.execute(connection)
  const names = steps.flatMap(({ userAction, name }) => (userAction === undefined ? [] : [name]))
  return (rows[0]?.steps ?? []).filter(({ name }) => names.includes(name))
}
