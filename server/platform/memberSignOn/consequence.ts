import { sql } from 'kysely'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Consequence } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '../schema.ts'
import { findIssuerErrors } from '../signOn/consequence.ts'

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
  if (!isEmpty('iosBundleId') && isEmpty('teamId'))
    errors['teamId'] = 'Enter the Apple team id: with the bundle id it names the app'
  if (isEmpty('iosBundleId') && !isEmpty('teamId'))
    errors['iosBundleId'] = 'Enter the bundle id: with the team id it names the app'
  if (!isEmpty('androidPackage') && count('fingerprints') === 0)
    errors['fingerprints'] = 'Enter the fingerprint of a certificate that the app is signed with'
  if (isEmpty('androidPackage') && count('fingerprints') > 0)
    errors['androidPackage'] = 'Enter the package that these fingerprints belong to'
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
  return rows[0]?.type !== 'rule'
    ? {}
    : { defaultGroupId: 'Choose a manual group: nobody is put into a group by rule by hand' }
}
