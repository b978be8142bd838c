import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { settingsFields } from '#shared/areas/themes/manifest.ts'
import type { Manifest } from '#shared/areas/themes/manifest.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, notPossible } from '#server/platform/core/platform/refusal.ts'
import { refuseLimited, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { worn } from './wearers.ts'
import { themeMessages } from './messages.ts'

const Body = type({ values: type({}) })
type Latest = { semver: string; manifest: Manifest }

const latestOf = async (connection: Connection, id: number) => {
  const { rows } = await sql<Latest>`
    select semver, manifest from theme_versions where theme_id = ${id}
    order by id desc limit 1`.execute(connection)
  return rows[0]
}

const keptSettings = (connection: Connection, id: number) =>
  sql<{ settings: Record<string, unknown> }>`
    select settings from themes where id = ${id}`.execute(connection)

/** GET /themes/ID/settings: what the latest version lets one choose, and what was chosen of that. */
export async function answerSettings(connection: Connection, id: number): Promise<Answer> {
  const latest = await latestOf(connection, id)
  const { rows } = await keptSettings(connection, id)
  const { colours = [], fonts = [] } = latest?.manifest ?? {}
  const fields = settingsFields({ colours, fonts })
  const kept = Object.entries(rows[0]?.settings ?? {}).filter(([name]) => name in fields)
  return {
    status: 200,
    body: { semver: latest?.semver ?? null, colours, fonts, values: Object.fromEntries(kept) },
  }
}

/** PUT /themes/ID/settings: what stores look like changes with it, so that is confirmed first. */
export async function saveSettings(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const required = requiredVersion(asked)
  if (!is(asked.body, Body)) throw badRequest(themeMessages.settingsBody)
  const scoped = scopedTo(caller, themes)
  refuseLimited(scoped)
  const id = recordIdOf(themes, asked)
  const theme = await lockRecord(trx, scoped, id, required)
  const latest = await latestOf(trx, id)
  if (!latest) throw notPossible(themeMessages.noVersion)
  const values = readValues({ fields: settingsFields(latest.manifest) }, asked.body.values, 'all')
  const { stores: reaches } = await worn(trx, id)
  refuseUnconfirmed(asked, { id, values }, { reaches, own: 0, worse: [] })
  const { rows } = await keptSettings(trx, id)
  const version = theme.version + 1
  const written = {
    settings: JSON.stringify(values),
    version,
    updatedAt: now,
    updatedBy: caller.email,
  }
  await recordTables(trx).updateTable(themes.name).set(written).where('id', '=', id).execute()
  const target = targetOf(themes, theme)
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
