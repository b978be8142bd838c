import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import {
  changesFrom,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { BulkWarnings, BulkWork } from '#server/platform/core/records/bulkWork.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { among, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { statusEvents, undoneEvent } from './status.ts'
import { wrongState } from './wrongState.ts'
import { storeCallMessages } from './messages.ts'

const status = storeStatusMessages

async function membersOf(connection: Connection, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ members: number }>`
    select coalesce(sum(members), 0)::int as members from stores
    where ${among('id', ids)}`.execute(connection)
  return [storeCallMessages.membersAffected(rows[0]?.members ?? 0)]
}

/** What members could not do in stores that are opened to them, as the panel of one store tells it. */
async function unready(connection: Connection, ids: readonly number[]): Promise<BulkWarnings> {
  const { rows } = await sql<Readiness & { id: number }>`
    select id, readiness as percent, readiness_checks as checks from stores
    where ${among('id', ids)}`.execute(connection)
  const lacking = rows.flatMap(({ id, percent, checks }) => {
    const cannot = checks.flatMap(({ key, ok }) => (ok ? [] : (status.cannot[key] ?? [])))
    return cannot.length > 0 ? [{ id, percent, cannot }] : []
  })
  const testing = rows.flatMap(({ id, checks }) => {
    const warnings = checks.flatMap(({ warning }) => warning ?? [])
    return warnings.length > 0 ? [{ id, warnings }] : []
  })
  const tests = new Map(testing.map(({ id, warnings }) => [id, warnings]))
  const ofTests = testing.length > 0 ? [status.testCards(testing.length, rows.length)] : []
  if (lacking.length === 0) return { of: tests, all: ofTests }
  const percents = lacking.map(({ percent }) => percent)
  const [least, most] = [Math.min(...percents), Math.max(...percents)]
  const found = lacking.flatMap(({ cannot }) => cannot)
  const sums = Object.values(status.cannot).flatMap((words) => {
    const count = found.filter((one) => one === words).length
    return count > 0 ? [status.cannotIn(words, count, rows.length)] : []
  })
  return {
    of: new Map([
      ...tests,
      ...lacking.map(({ id, percent, cannot }): [number, string[]] => [
        id,
        [status.isReady(percent), ...cannot.map((words) => `${words}.`), ...(tests.get(id) ?? [])],
      ]),
    ]),
    all: [...ofTests, status.unready(lacking.length, rows.length, { least, most }), ...sums],
  }
}

const changeOfStatus = (name: StatusChangeName): BulkWork => ({
  event: statusEvents[name],
  undone: undoneEvent,
  derived: true,
  becomes(before, given) {
    const now = before['status'] as StoreStatus // The database knows no other.
    const { label, to } = statusChanges[name]
    if (now === to) return {}
    if (!changesFrom(now).includes(name))
      throw wrongState(storeRuleMessages.status.notFrom(label, storeStatuses[now]))
    return { status: to, statusReason: given['reason'] ?? null }
  },
  reaches: membersOf,
  ...(statusChanges[name].to === 'active' ? { warns: unready } : {}),
})

const assignTheme: BulkWork = {
  async admit({ trx, caller }, { themeId }) {
    const theme = await readRecord(trx, scopedTo(caller, themes), Number(themeId))
    if (theme['status'] !== 'published')
      throw invalid({ themeId: storeCallMessages.choosePublished })
  },
  becomes: (_before, { themeId }) => ({ themeId }),
  reaches: membersOf,
}

const tagsAlone = () => Promise.resolve([storeCallMessages.tagsHidden])

const tagsOf = (store: Values): string[] => {
  const { tags } = store
  return Array.isArray(tags) ? tags : []
}

/** How stores are changed many at once (shared/areas/stores/storeBulk.ts). */
export const storesBulk: Readonly<Record<string, BulkWork>> = {
  ...Object.fromEntries(
    (Object.keys(statusChanges) as StatusChangeName[]).map((name) => [name, changeOfStatus(name)]),
  ), // The keys of the table are its names.
  change: { becomes: (_before, given) => given, reaches: membersOf },
  assignTheme,
  addTag: {
    reaches: tagsAlone,
    becomes(before, { tag }) {
      const tags = tagsOf(before)
      if (tags.includes(String(tag))) return {}
      if (tags.length >= limits.listEntries) throw wrongState(storeCallMessages.tooManyTags)
      return { tags: [...tags, tag] }
    },
  },
  removeTag: {
    reaches: tagsAlone,
    becomes: (before, { tag }) => ({ tags: tagsOf(before).filter((one) => one !== tag) }),
  },
}
