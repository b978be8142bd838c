import { sql } from 'kysely'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { isAfter } from '#shared/areas/themes/semver.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { changeRecord } from '#server/platform/core/records/changes/changeRecord.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Dependent } from '#server/platform/core/records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import { keptThemes } from './keptThemes.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { rolloutMessages, versionMessages } from './messages.ts'
import { findPilotFaults, validatePilots } from './pilotStores.ts'
import type { PackageTells } from './package.ts'

/** What was read of a package when it was uploaded (`package.ts`). */
async function tellsOf(connection: Connection, file: unknown): Promise<PackageTells | null> {
  if (!Number.isSafeInteger(file)) return null
  const { rows } = await sql<{ tells: PackageTells | null }>`
    select tells from files where id = ${file}`.execute(connection)
  return rows[0]?.tells ?? null
}

const consequence: Consequence = {
  /** A version that is left empty is the one that theme.json says. */
  async fillNew(connection, given) {
    if (given['semver']) return given
    const tells = await tellsOf(connection, given['package'])
    return tells ? { ...given, semver: tells.manifest.version } : given
  },
  async wrong(values, { connection, before }) {
    const pilots = await validatePilots(connection, values, before)
    return before ? pilots : { ...pilots, ...(await validatePackage(connection, values)) }
  },
  storeFaults: findPilotFaults,
  /** A rollout is for accounts for all stores, and so are the stores that it starts with. */
  async admit({ caller }, { values }) {
    const { pilotIds } = values ?? {}
    if (caller.storeIds === null || !Array.isArray(pilotIds) || pilotIds.length === 0) return
    throw new Refusal(403, 'forbidden', rolloutMessages.limited)
  },
  async settle(work, records, before) {
    if (before.length > 0) return
    for (const record of records) await takeFromPackage(work, record)
  },
}

/** Whether the package is of this theme and version, and the version comes after the latest one. */
async function validatePackage(connection: Connection, values: Values): Promise<FieldErrors> {
  const { semver, themeId, package: file } = values
  const tells = await tellsOf(connection, file)
  if (!tells) return { package: versionMessages.unread }
  const { name, version } = tells.manifest
  const { rows } = await sql<{ name: string; code: string; latest: string | null }>`
    select name, code, latest_version as latest from themes where id = ${Number(themeId)}
    for update`.execute(connection)
  const [theme] = rows
  if (!theme) return {}
  if (![theme.name, theme.code].some((one) => one.toLowerCase() === name.toLowerCase()))
    return { package: versionMessages.otherTheme(name, theme.name) }
  if (version !== semver) return { semver: versionMessages.otherVersion(version) }
  const { latest } = theme
  return latest !== null && !isAfter(version, latest)
    ? { semver: versionMessages.notLater(latest) }
    : {}
}

/** What a new version has of its package: its settings, and its picture, which then is the theme's. */
async function takeFromPackage(work: Work, { id, themeId, package: file }: AnyRecord) {
  const { trx } = work
  const tells = await tellsOf(trx, file)
  if (!tells) return
  await sql`update theme_versions set manifest = ${JSON.stringify(tells.manifest)}::jsonb
    where id = ${id}`.execute(trx)
  if (tells.preview === null) return
  // Whoever may add a version gives the theme its picture, for whichever stores they are.
  await changeRecord(scopedTo({ storeIds: null }, keptThemes), work, {
    id: Number(themeId),
    version: null,
    values: { preview: tells.preview },
  })
}

/** A version that stores run is not deleted. */
const running: Dependent = {
  kind: stores.title.one,
  permission: stores.permission,
  rows: (storeIds) => rowsOf(stores, storeIds),
  refersTo: (id) =>
    sql`stores.id in (select store_id from store_theme_versions where version_id = ${id})`,
  example: sql.ref('name'),
  order: sql`lower(name)`,
}

export const keptVersions: Kept = { ...themeVersions, consequence, dependents: [running] }
