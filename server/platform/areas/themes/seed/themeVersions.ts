import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { getRolloutBucket, getRolloutShare } from '#shared/areas/themes/rollout.ts'
import type { RolloutState } from '#shared/areas/themes/rollout.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import type { FileStorage } from '#server/platform/core/files/storage.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { readThemePackage } from '../themePackage.ts'
import type { PackageInfo } from '../themePackage.ts'
import { findStoresUsingTheme } from '../storesUsingTheme.ts'

type ThemeColors = readonly [background: string, text: string, accent: string]
type SeedVersion = readonly [
  semver: string,
  rollout: RolloutState,
  daysAgo: number,
  changelog: string,
]

const versionsByTheme: Readonly<Record<string, readonly [ThemeColors, ...SeedVersion[]]>> = {
  harbor: [
    ['#FFFFFF', '#0F172A', '#0F766E'],
    ['1.0.0', 'all', 300, 'First version.'],
    [
      '1.1.0',
      'all',
      80,
      'The cart shows the delivery cost.\nImages load as they scroll into view.',
    ],
    ['1.2.0', 'some', 3, 'New product page with all sizes on one line.'],
  ],
  atelier: [
    ['#FFF7ED', '#1C1917', '#9F1239'],
    ['2.0.0', 'all', 120, 'Serif headings.'],
    ['2.1.0', 'new', 1, 'Portraits can fill the whole window.'],
  ],
  linen: [
    ['#FAFAF9', '#44403C', '#A8A29E'],
    ['1.0.0', 'all', 200, 'First version.'],
    [
      '1.1.0',
      'rolledBack',
      20,
      'Fewer columns on phones. Rolled back because the search was hidden.',
    ],
  ],
  signal: [
    ['#0F172A', '#F8FAFC', '#FACC15'],
    ['1.0.0', 'all', 150, 'First version.'],
    ['1.0.1', 'fewPaused', 2, 'The points balance updates without a reload.'],
  ],
}

type ThemeSeedContext = SeedContext & { storage: FileStorage }

/** Inserts the versions of themes with real packages, and assigns them to stores. */
export async function insertThemeVersions({ storage, ...context }: SeedContext): Promise<void> {
  if (!storage) return
  const target = { ...context, storage }
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from themes`.execute(target.trx)
  for (const theme of rows) {
    const [colors, ...versions] = versionsByTheme[theme.code] ?? []
    if (colors) await insertVersions(target, theme, colors, versions)
  }
}

type SeedTheme = { id: number; name: string }

async function insertVersions(
  target: ThemeSeedContext,
  theme: SeedTheme,
  colors: ThemeColors,
  versions: readonly SeedVersion[],
): Promise<void> {
  const { trx, now, author } = target
  for (const [semver, rollout, daysAgo, changelog] of versions) {
    const isLatest = semver === versions.at(-1)?.[0]
    const content = await createPackage(theme.name, semver, colors, isLatest)
    const { file, tells: info } = await savePackage(target, `${theme.name}-${semver}.zip`, content)
    const at = new Date(now.getTime() - daysAgo * 86_400_000).toISOString()
    const created = await sql<{ id: number }>`
      insert into theme_versions (semver, theme_id, package, changelog, rollout, manifest,
        created_at, created_by, updated_at, updated_by)
      values (${semver}, ${theme.id}, ${file}, ${changelog}, ${rollout},
        ${JSON.stringify(info.manifest)}::jsonb, ${at}, ${author}, ${at}, ${author})
      returning id`.execute(trx)
    if (info.preview !== null)
      await sql`update themes set preview = ${info.preview} where id = ${theme.id}`.execute(trx)
    await assignVersionToStores(trx, {
      themeId: theme.id,
      id: created.rows[0]?.id ?? 0,
      rollout,
      at,
    })
  }
}

async function assignVersionToStores(
  trx: Connection,
  { themeId, id, rollout, at }: { themeId: number; id: number; rollout: RolloutState; at: string },
): Promise<void> {
  const isRollback = rollout === 'rolledBack'
  const share = isRollback ? 5 : getRolloutShare(rollout)
  const movedStores = (await findStoresUsingTheme(trx, themeId, id)).filter(
    ({ targetId }) => getRolloutBucket(targetId, id) < share,
  )
  const rows = JSON.stringify(movedStores.map(({ targetId, runs }) => ({ store: targetId, runs })))
  await sql`insert into theme_moves (version_id, store_id, from_id, at, back_at)
    select ${id}, store, runs, ${at}, ${isRollback ? at : null}
    from jsonb_to_recordset(${rows}::jsonb) as row (store integer, runs integer)`.execute(trx)
  if (isRollback) return
  await sql`insert into store_theme_versions (store_id, version_id)
    select store, ${id} from jsonb_to_recordset(${rows}::jsonb) as row (store integer)
    on conflict (store_id) do update set version_id = excluded.version_id`.execute(trx)
}

async function createPackage(
  name: string,
  version: string,
  [background, text, accent]: ThemeColors,
  withPreview: boolean,
): Promise<Buffer> {
  const settings = {
    colours: {
      background: { label: 'Background', default: background },
      text: { label: 'Text', default: text, on: 'background' },
      accent: { label: 'Accent', default: accent },
      onAccent: { label: 'Text on accent', default: '#FFFFFF', on: 'accent' },
    },
    fonts: {
      body: { label: 'Body font', default: 'Inter', options: ['Inter', 'Source Sans', 'Lora'] },
      heading: { label: 'Heading font', default: 'Inter', options: ['Inter', 'Lora', 'Playfair'] },
    },
  }
  const manifest = { name, version, settings, ...(withPreview && { preview: 'preview.png' }) }
  const files = {
    'theme.json': JSON.stringify(manifest, null, 2),
    'assets/style.css': `:root { --background: ${background}; --text: ${text}; }\n`,
    'templates/home.liquid': '<main>{{ content }}</main>\n',
    ...(withPreview && { 'preview.png': await createPreview(background, text, accent) }),
  }
  const contents = Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])
  // A fixed time, so that the package always has the same bytes.
  return Buffer.from(zipSync(Object.fromEntries(contents), { mtime: '2026-01-01T12:00:00' }))
}

function createPreview(background: string, text: string, accent: string): Promise<Buffer> {
  const cards = [0, 1, 2].map(
    (at) =>
      `<rect x="${24 + at * 92}" y="104" width="80" height="64" rx="6" fill="${accent}" opacity="${0.9 - at * 0.25}"/>
      <rect x="${24 + at * 92}" y="176" width="56" height="6" rx="3" fill="${text}"/>`,
  )
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
    <rect width="320" height="200" fill="${background}"/><rect width="320" height="28" fill="${accent}"/>
    <rect x="24" y="48" width="180" height="14" rx="4" fill="${text}"/>
    <rect x="24" y="72" width="240" height="8" rx="4" fill="${text}" opacity="0.6"/>${cards.join('')}</svg>`
  return sharp(Buffer.from(page)).png().toBuffer()
}

async function savePackage({ trx, storage, now }: ThemeSeedContext, name: string, content: Buffer) {
  const path = join(storage.incoming, randomUUID())
  await mkdir(storage.incoming, { recursive: true, mode: 0o700 })
  const insert = async (row: {
    name: string
    usedFor: string
    type: string
    sha256: string
    size: number
    width?: number
    height?: number
    tells?: object
  }) => {
    const created = await sql<{ id: number }>`
      insert into files (sha256, type, name, size, width, height, used_for, tells, created_at)
      values (${row.sha256}, ${row.type}, ${row.name}, ${row.size}, ${row.width ?? null},
        ${row.height ?? null}, ${row.usedFor}, ${row.tells ? JSON.stringify(row.tells) : null}::jsonb,
        ${now.toISOString()})
      returning id`.execute(trx)
    return created.rows[0]?.id ?? 0 // The row was just inserted.
  }
  try {
    await writeFile(path, content, { mode: 0o600 })
    const { tells: parsedInfo } = await (await readThemePackage(path, storage))(insert)
    const info = parsedInfo as PackageInfo // The type that `readThemePackage` returns.
    const sha256 = createHash('sha256').update(content).digest('hex')
    await storage.put(sha256, path)
    const fileDetails = { type: 'application/zip', usedFor: 'themeVersions.package', sha256 }
    const file = await insert({ ...fileDetails, name, size: content.length, tells: info })
    return { file, tells: info }
  } finally {
    await rm(path, { force: true })
  }
}
