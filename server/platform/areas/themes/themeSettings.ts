import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { createSettingFields } from '#shared/areas/themes/manifest.ts'
import type { Manifest } from '#shared/areas/themes/manifest.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState } from '#server/platform/core/platform/httpError.ts'
import {
  requireInheritedWriteAccess,
  limitToCaller,
} from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { countStoresUsingTheme } from './storesUsingTheme.ts'
import { themeMessages } from './messages.ts'

const SettingsBody = type({ values: type({}) })
type LatestVersion = { semver: string; manifest: Manifest }

const findLatestVersion = async (connection: Connection, id: number) => {
  const { rows } = await sql<LatestVersion>`
    select semver, manifest from theme_versions where theme_id = ${id}
    order by id desc limit 1`.execute(connection)
  return rows[0]
}

const selectSettings = (connection: Connection, id: number) =>
  sql<{ settings: Record<string, unknown> }>`
    select settings from themes where id = ${id}`.execute(connection)

/** GET /themes/ID/settings: the settings of the latest version, and the saved values of these. */
export async function loadThemeSettings(connection: Connection, id: number): Promise<CallResult> {
  const latest = await findLatestVersion(connection, id)
  const { rows } = await selectSettings(connection, id)
  const { colours: colors = [], fonts = [] } = latest?.manifest ?? {}
  const fields = createSettingFields({ colours: colors, fonts })
  const savedValues = Object.entries(rows[0]?.settings ?? {}).filter(([name]) => name in fields)
  return {
    status: 200,
    body: {
      semver: latest?.semver ?? null,
      colours: colors,
      fonts,
      values: Object.fromEntries(savedValues),
    },
  }
}

/** PUT /themes/ID/settings: changes the look of stores, so it must be confirmed first. */
export async function handleSaveThemeSettings(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const requiredVersion = requireVersion(request)
  if (!is(request.body, SettingsBody)) throw badRequest(themeMessages.settingsBody)
  const scoped = limitToCaller(caller, themes)
  requireInheritedWriteAccess(scoped)
  const id = parseRecordId(themes, request)
  const theme = await lockRecord(trx, scoped, id, requiredVersion)
  const latest = await findLatestVersion(trx, id)
  if (!latest) throw invalidState(themeMessages.noVersion)
  const values = parseValues(
    { fields: createSettingFields(latest.manifest) },
    request.body.values,
    'all',
  )
  const { stores: reaches } = await countStoresUsingTheme(trx, id)
  requireImpactConfirmation(request, { id, values }, { reaches, own: 0, worse: [] })
  const { rows } = await selectSettings(trx, id)
  const version = theme.version + 1
  const written = {
    settings: JSON.stringify(values),
    version,
    updatedAt: now,
    updatedBy: caller.email,
  }
  await withRecordTables(trx).updateTable(themes.name).set(written).where('id', '=', id).execute()
  const target = toAuditTarget(themes, theme)
  await audit({
    event: 'themes.settings',
    target,
    before: { settings: rows[0]?.settings },
    after: { settings: values },
  })
  return {
    status: 200,
    body: { ...theme, version, updatedAt: now, updatedBy: caller.email },
    version,
  }
}
