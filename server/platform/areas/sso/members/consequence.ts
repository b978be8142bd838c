import { sql } from 'kysely'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Consequence } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findIssuerErrors } from '../consequence.ts'
import { mobileSsoSettingsMessages as say } from './messages.ts'

export const memberSignOnConsequence: Partial<Consequence> = {
  async wrong(values, { connection, before }) {
    const whole = { ...before, ...values }
    return {
      ...findIssuerErrors(values),
      ...wrongApp(whole),
      ...(await wrongGroup(connection, values, whole)),
    }
  },
}

function wrongApp(whole: Values): FieldErrors {
  const errors: FieldErrors = {}
  const count = (name: string) => (Array.isArray(whole[name]) ? whole[name].length : 0)
  const isEmpty = (name: string) => (whole[name] ?? null) === null
  if (!isEmpty('iosBundleId') && isEmpty('teamId')) errors['teamId'] = say.teamIdNeeded
  if (isEmpty('iosBundleId') && !isEmpty('teamId')) errors['iosBundleId'] = say.bundleIdNeeded
  if (!isEmpty('androidPackage') && count('fingerprints') === 0)
    errors['fingerprints'] = say.fingerprintNeeded
  if (isEmpty('androidPackage') && count('fingerprints') > 0)
    errors['androidPackage'] = say.packageNeeded
  return errors
}

/** New members are put into a manual group of this store: those of groups by rule follow from the rules. */
async function wrongGroup(
  connection: Connection,
  values: Values,
  { storeId, defaultGroupId }: Values,
): Promise<FieldErrors> {
  if (typeof defaultGroupId !== 'number') return {}
  if (!('defaultGroupId' in values || 'storeId' in values)) return {}
  const { rows } = await sql<{ type: string }>`
    select type from member_groups where id = ${defaultGroupId} and store_id = ${Number(storeId)}`.execute(
    connection,
  )
  // One of another store is refused as any reference that leads there.
  return rows[0]?.type !== 'rule' ? {} : { defaultGroupId: say.groupByRule }
}
