import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { notHeld } from '#server/platform/core/auth/held.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import type { Consequence } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { CertificateFault, certificateFrom } from './saml/certificates.ts'
import { findIssuerFault } from './oidc/issuers.ts'
import { groupRulesFrom } from './lead.ts'
import { asSignOn } from './setUp.ts'
import { newSigningKey } from './saml/signingKey.ts'
import { ssoSettingsMessages as say } from './messages.ts'

type Group = { name: string; permissions: string[]; isWide: boolean }

/** What is wrong with settings beyond the rules of their fields, and what follows from them. */
export const signOnConsequence: Partial<Consequence> = {
  async wrong(values, { connection, before }) {
    const whole = { ...before, ...values }
    return {
      ...wrongCertificates(values),
      ...findIssuerErrors(values),
      ...(await wrongGroups(connection, values)),
      ...(await wrongBreakGlass(connection, values, whole)),
    }
  },
  /** Nobody gives rights that they do not hold. */
  async admit({ trx, caller }, { values }) {
    if (!values) return
    const [rules, standard] = [groupNames(values), values['defaultGroupId']]
    const groups = await groupsOf(trx, rules, typeof standard === 'number' ? standard : 0)
    const rights = [...new Set(groups.flatMap(({ permissions }) => permissions))]
    const more = notHeld(caller, rights)
    const field = rules.length > 0 ? 'groupRules' : 'defaultGroupId'
    if (more.length > 0) throw invalid({ [field]: say.cannotGrant(more) })
  },
  async settle({ trx, platform, now }, records) {
    for (const record of records) {
      const { id, signRequests, signingCertificate, name } = asSignOn(record)
      if (!signRequests || signingCertificate !== null) continue
      const key = await newSigningKey(name, new Date(now))
      const place = { table: adminSignOns.name, column: 'signingKey', id }
      const state = JSON.stringify({ set: true, hint: null, changedAt: now })
      await sql`update admin_sign_ons set signing_key = ${state}::jsonb, signing_certificate = ${key.certificate},
        signing_key_sealed = ${platform.secrets.seal(place, key.privateKey)} where id = ${id}`.execute(
        trx,
      )
    }
  },
}

/** An issuer that stands for many tenants, or holds a placeholder, lets strangers in. */
export function findIssuerErrors({ issuer }: Values): FieldErrors {
  const fault = typeof issuer === 'string' ? findIssuerFault(issuer) : null
  return fault === null ? {} : { issuer: fault }
}

function wrongCertificates(values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of ['certificate', 'nextCertificate'] as const) {
    const text = values[name]
    if (typeof text !== 'string') continue
    try {
      certificateFrom(text)
    } catch (error) {
      if (!(error instanceof CertificateFault)) throw error
      errors[name] = error.message
    }
  }
  return errors
}

const groupNames = (values: Values): string[] => {
  try {
    return groupRulesFrom(String(values['groupRules'] ?? '')).map(({ group }) => group)
  } catch {
    return [] // `wrong` says what is no rule.
  }
}

async function groupsOf(connection: Connection, names: readonly string[], id: number) {
  const { rows } = await sql<Group>`
    select name, permissions, built_in or all_stores or store_ids <> '{}' as is_wide
    from user_groups where name = any(${[...names]}::text[]) or id = ${id}`.execute(connection)
  return rows
}

async function wrongGroups(connection: Connection, values: Values): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  try {
    groupRulesFrom(String(values['groupRules'] ?? ''))
  } catch (error) {
    return { groupRules: error instanceof Error ? error.message : '' }
  }
  const names = groupNames(values)
  const known = await groupsOf(connection, names, 0)
  const missing = names.find((name) => !known.some((group) => group.name === name))
  const isWide = known.find((group) => group.isWide)
  if (missing !== undefined) errors['groupRules'] = say.noGroup(missing)
  else if (isWide) errors['groupRules'] = say.wideGroup(isWide.name)
  const standard = values['defaultGroupId']
  if (typeof standard !== 'number') return errors
  const [group] = await groupsOf(connection, [], standard)
  return group?.isWide ? { ...errors, defaultGroupId: say.wideGroup(group.name) } : errors
}

/** Whoever must sign on through a provider that fails has one account left: an admin of this store who has a password. */
async function wrongBreakGlass(
  connection: Connection,
  values: Values,
  whole: Values,
): Promise<FieldErrors> {
  if (!('enforcement' in values || 'breakGlassId' in values)) return {}
  const { breakGlassId, storeId } = whole
  if (typeof breakGlassId !== 'number') return {}
  const { rows } = await sql<{ fits: boolean; isTheirs: boolean }>`
    select kind = 'store_admin' and status = 'active' and password_hash is not null as fits,
      store_ids @> array[${Number(storeId)}::integer] as is_theirs
    from users where id = ${breakGlassId}`.execute(connection)
  const [account] = rows
  // Of accounts of other stores nothing is told.
  const { label } = adminSignOns.fields.breakGlassId
  if (!account?.isTheirs) return { breakGlassId: platformMessages.gone(label) }
  return account.fits ? {} : { breakGlassId: say.breakGlassNotValid }
}
