import { sql } from 'kysely'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { getMissingPermissions } from '#server/platform/core/auth/effectivePermissions.ts'
import { forbidden } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { parseSsoGroupRules } from '../claimMapping.ts'
import { validateIssuer } from '../hooks.ts'
import { ssoSettingsMessages } from '../messages.ts'
import { providerMessages } from './messages.ts'

/**
 * A provider can sign in as any operator with an address in its domains, so only operators with
 * every permission set one up.
 */
export const providerHooks: Partial<ResourceHooks> = {
  async validate(values, { connection }) {
    return { ...validateIssuer(values), ...(await validateRules(connection, values)) }
  },
  async authorize({ caller }) {
    if (getMissingPermissions(caller, permissionKeys).length > 0)
      throw forbidden(providerMessages.everyPermission)
  },
  /** A subject identifies a person only at one issuer, and for some providers for one client. */
  async afterWrite({ trx }, records, before) {
    for (const { id, issuer, clientId } of before) {
      const record = records.find((one) => one.id === id)
      if (record && record['issuer'] === issuer && record['clientId'] === clientId) continue
      await sql`delete from operator_identities where provider_id = ${id}`.execute(trx)
    }
  },
}

async function validateRules(
  connection: Connection,
  { groupRules }: FieldValues,
): Promise<ValidationErrors> {
  if (typeof groupRules !== 'string') return {}
  let names: string[]
  try {
    names = parseSsoGroupRules(groupRules).map(({ group }) => group)
  } catch (error) {
    return { groupRules: error instanceof Error ? error.message : '' }
  }
  const { rows } = await sql<{ name: string; builtIn: boolean }>`
    select name, built_in from user_groups where name = any(${names}::text[])`.execute(connection)
  const missing = names.find((name) => !rows.some((group) => group.name === name))
  if (missing !== undefined) return { groupRules: ssoSettingsMessages.noGroup(missing) }
  const builtIn = rows.find((group) => group.builtIn)
  return builtIn ? { groupRules: providerMessages.builtInGroup(builtIn.name) } : {}
}
