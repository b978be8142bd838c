import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { isNewerVersion } from '#shared/areas/themes/semver.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { RecordId } from '#server/platform/core/records/recordId.ts'
import { updateRecord } from '#server/platform/core/records/changes/updateRecord.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { rolloutMessages, themeVersionMessages } from './messages.ts'
import { validatePilots } from './pilotStores.ts'
import type { PackageInfo } from './themePackage.ts'

/** Loads what was read from a package when it was uploaded (`themePackage.ts`). */
async function findPackageInfo(connection: Connection, file: unknown): Promise<PackageInfo | null> {
  if (!is(file, RecordId)) return null
  const { rows } = await sql<{ tells: PackageInfo | null }>`
    select tells from files where id = ${file}`.execute(connection)
  return rows[0]?.tells ?? null
}

export const themeVersionHooks: ResourceHooks = {
  async validate(values, { connection, before }) {
    const pilots = await validatePilots(connection, values, before)
    return before ? pilots : { ...pilots, ...(await validatePackage(connection, values)) }
  },
  /** Rollouts need access to all stores, so choosing pilot stores does too. */
  async authorize({ caller }, { values }) {
    const { pilotIds } = values ?? {}
    if (caller.storeIds === null || !Array.isArray(pilotIds) || pilotIds.length === 0) return
    throw new HttpError(403, 'forbidden', rolloutMessages.limited)
  },
  async afterWrite(context, records, before) {
    if (before.length > 0) return
    for (const record of records) await applyPackage(context, record)
  },
}

/**
 * Validates that the package belongs to this theme and version, and that the version is higher than
 * the latest one.
 */
async function validatePackage(
  connection: Connection,
  values: FieldValues,
): Promise<ValidationErrors> {
  const { semver, themeId, package: file } = values
  const info = await findPackageInfo(connection, file)
  if (!info) return { package: themeVersionMessages.unread }
  const { name, version } = info.manifest
  const { rows } = await sql<{ name: string; code: string; latest: string | null }>`
    select name, code, latest_version as latest from themes where id = ${Number(themeId)}
    for update`.execute(connection)
  const [theme] = rows
  if (!theme) return {}
  if (![theme.name, theme.code].some((one) => one.toLowerCase() === name.toLowerCase()))
    return { package: themeVersionMessages.otherTheme(name, theme.name) }
  if (version !== semver) return { semver: themeVersionMessages.otherVersion(version) }
  const { latest } = theme
  return latest !== null && !isNewerVersion(version, latest)
    ? { semver: themeVersionMessages.notLater(latest) }
    : {}
}

/**
 * Copies settings and preview image from the package of a new version. The image becomes the
 * theme's.
 */
async function applyPackage(context: WriteContext, { id, themeId, package: file }: AnyRecord) {
  const { trx } = context
  const info = await findPackageInfo(trx, file)
  if (!info) return
  await sql`update theme_versions set manifest = ${JSON.stringify(info.manifest)}::jsonb
    where id = ${id}`.execute(trx)
  if (info.preview === null) return
  // Every account that can add a version can set the theme's image, even if it is limited to some
  // stores.
  await updateRecord(limitToCaller({ storeIds: null }, getResourceModule('themes')), context, {
    id: Number(themeId),
    version: null,
    values: { preview: info.preview },
  })
}

/** Prevents deleting a version that stores run. */
export const runningStores: Dependent = {
  kind: stores.title.one,
  permission: stores.permission,
  rows: (storeIds) => getVisibleRows(stores, storeIds),
  refersTo: (id) =>
    sql`stores.id in (select store_id from store_theme_versions where version_id = ${id})`,
  example: sql.ref('name'),
  order: sql`lower(name)`,
}
