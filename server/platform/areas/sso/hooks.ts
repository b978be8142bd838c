import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { getMissingPermissions } from '#server/platform/core/auth/effectivePermissions.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { CertificateError, parseCertificate } from './saml/certificates.ts'
import { findIssuerError } from './oidc/issuers.ts'
import { parseSsoGroupRules } from './claimMapping.ts'
import { toAdminSsoRecord } from './adminSsoSetup.ts'
import { createSigningKey } from './saml/signingKey.ts'
import { ssoSettingsMessages } from './messages.ts'

type SsoGroup = { name: string; permissions: string[]; isWide: boolean }

/**
 * Validates settings beyond the rules of their fields, and creates a signing key if one is needed.
 */
export const adminSsoHooks: Partial<ResourceHooks> = {
  async validate(values, { connection, before }) {
    const allValues = { ...before, ...values }
    return {
      ...validateCertificates(values),
      ...validateIssuer(values),
      ...(await validateGroups(connection, values)),
      ...(await validateBreakGlass(connection, values, allValues)),
    }
  },
  /** An operator can't grant permissions that they don't have. */
  async authorize({ trx, caller }, { values }) {
    if (!values) return
    const [rules, defaultGroupId] = [getRuleGroupNames(values), values['defaultGroupId']]
    const groups = await findUserGroups(
      trx,
      rules,
      typeof defaultGroupId === 'number' ? defaultGroupId : 0,
    )
    const grantedPermissions = [...new Set(groups.flatMap(({ permissions }) => permissions))]
    const missing = getMissingPermissions(caller, grantedPermissions)
    const field = rules.length > 0 ? 'groupRules' : 'defaultGroupId'
    if (missing.length > 0)
      throw validationFailed({ [field]: ssoSettingsMessages.cannotGrant(missing) })
  },
  async afterWrite({ trx, platform, now }, records) {
    for (const record of records) {
      const { id, signRequests, signingCertificate, name } = toAdminSsoRecord(record)
      if (!signRequests || signingCertificate !== null) continue
      const key = await createSigningKey(name, new Date(now))
      const sealedColumn = { table: adminSignOns.name, column: 'signingKey', id }
      const state = JSON.stringify({ set: true, hint: null, changedAt: now })
      await sql`update admin_sign_ons set signing_key = ${state}::jsonb, signing_certificate = ${key.certificate},
        signing_key_sealed = ${platform.secrets.seal(sealedColumn, key.privateKey)} where id = ${id}`.execute(
        trx,
      )
    }
  },
}

/** Validates the issuer: one that covers many tenants, or has a placeholder, lets strangers in. */
export function validateIssuer({ issuer }: FieldValues): ValidationErrors {
  const error = typeof issuer === 'string' ? findIssuerError(issuer) : null
  return error === null ? {} : { issuer: error }
}

function validateCertificates(values: FieldValues): ValidationErrors {
  const errors: ValidationErrors = {}
  for (const name of ['certificate', 'nextCertificate'] as const) {
    const text = values[name]
    if (typeof text !== 'string') continue
    try {
      parseCertificate(text)
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      errors[name] = error.message
    }
  }
  return errors
}

const getRuleGroupNames = (values: FieldValues): string[] => {
  try {
    return parseSsoGroupRules(String(values['groupRules'] ?? '')).map(({ group }) => group)
  } catch {
    return [] // `validate` reports invalid rules.
  }
}

async function findUserGroups(connection: Connection, names: readonly string[], id: number) {
  const { rows } = await sql<SsoGroup>`
    select name, permissions, built_in or all_stores or store_ids <> '{}' as is_wide
    from user_groups where name = any(${[...names]}::text[]) or id = ${id}`.execute(connection)
  return rows
}

async function validateGroups(
  connection: Connection,
  values: FieldValues,
): Promise<ValidationErrors> {
  const errors: ValidationErrors = {}
  try {
    parseSsoGroupRules(String(values['groupRules'] ?? ''))
  } catch (error) {
    return { groupRules: error instanceof Error ? error.message : '' }
  }
  const names = getRuleGroupNames(values)
  const known = await findUserGroups(connection, names, 0)
  const missing = names.find((name) => !known.some((group) => group.name === name))
  const isWide = known.find((group) => group.isWide)
  if (missing !== undefined) errors['groupRules'] = ssoSettingsMessages.noGroup(missing)
  else if (isWide) errors['groupRules'] = ssoSettingsMessages.wideGroup(isWide.name)
  const defaultGroupId = values['defaultGroupId']
  if (typeof defaultGroupId !== 'number') return errors
  const [group] = await findUserGroups(connection, [], defaultGroupId)
  return group?.isWide
    ? { ...errors, defaultGroupId: ssoSettingsMessages.wideGroup(group.name) }
    : errors
}

/**
 * Validates the break-glass account, which can sign in while the provider is down: an active admin
 * of this store with a password.
 */
async function validateBreakGlass(
  connection: Connection,
  values: FieldValues,
  allValues: FieldValues,
): Promise<ValidationErrors> {
  if (!('enforcement' in values || 'breakGlassId' in values)) return {}
  const { breakGlassId, storeId } = allValues
  if (typeof breakGlassId !== 'number') return {}
  const { rows } = await sql<{ fits: boolean; isTheirs: boolean }>`
    select kind = 'store_admin' and status = 'active' and password_hash is not null as fits,
      store_ids @> array[${Number(storeId)}::integer] as is_theirs
    from users where id = ${breakGlassId}`.execute(connection)
  const [account] = rows
  // Nothing is disclosed about accounts of other stores.
  const { label } = adminSignOns.fields.breakGlassId
  if (!account?.isTheirs) return { breakGlassId: platformMessages.gone(label) }
  return account.fits ? {} : { breakGlassId: ssoSettingsMessages.breakGlassNotValid }
}
