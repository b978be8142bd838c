import { sql } from 'kysely'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { validateIssuer } from '../hooks.ts'
import { mobileSsoSettingsMessages } from './messages.ts'

export const mobileSsoHooks: Partial<ResourceHooks> = {
  async validate(values, { connection, before }) {
    const allValues = { ...before, ...values }
    return {
      ...validateIssuer(values),
      ...validateApp(allValues),
      ...(await validateDefaultGroup(connection, values, allValues)),
    }
  },
}

function validateApp(allValues: FieldValues): ValidationErrors {
  const errors: ValidationErrors = {}
  const count = (name: string) => (Array.isArray(allValues[name]) ? allValues[name].length : 0)
  const isEmpty = (name: string) => (allValues[name] ?? null) === null
  if (!isEmpty('iosBundleId') && isEmpty('teamId'))
    errors['teamId'] = mobileSsoSettingsMessages.teamIdNeeded
  if (isEmpty('iosBundleId') && !isEmpty('teamId'))
    errors['iosBundleId'] = mobileSsoSettingsMessages.bundleIdNeeded
  if (!isEmpty('androidPackage') && count('fingerprints') === 0)
    errors['fingerprints'] = mobileSsoSettingsMessages.fingerprintNeeded
  if (isEmpty('androidPackage') && count('fingerprints') > 0)
    errors['androidPackage'] = mobileSsoSettingsMessages.packageNeeded
  return errors
}

/**
 * Validates the group of new members: it must be a manual group, because rules decide the members
 * of others.
 */
async function validateDefaultGroup(
  connection: Connection,
  values: FieldValues,
  { storeId, defaultGroupId }: FieldValues,
): Promise<ValidationErrors> {
  if (typeof defaultGroupId !== 'number') return {}
  if (!('defaultGroupId' in values || 'storeId' in values)) return {}
  const { rows } = await sql<{ type: string }>`
    select type from member_groups where id = ${defaultGroupId} and store_id = ${Number(storeId)}`.execute(
    connection,
  )
  // A group of another store fails the check of references.
  return rows[0]?.type !== 'rule' ? {} : { defaultGroupId: mobileSsoSettingsMessages.groupByRule }
}
