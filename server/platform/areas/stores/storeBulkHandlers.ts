import type { storeBulkActions } from '#shared/areas/stores/bulkActions.ts'
import { sameValues } from '#server/platform/core/bulk/updateJob.ts'
import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { storeStatusMessages } from '#shared/areas/stores/status/storeStatusMessages.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import {
  getStatusChanges,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { BulkHandler, BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getMaintenanceValues, statusEvents, undoStatusEvent } from './status.ts'
import { storeCallMessages } from './messages.ts'

async function describeMembers(connection: Connection, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ members: number }>`
    select coalesce(sum(members), 0)::int as members from stores
    where ${matchesIds('id', ids)}`.execute(connection)
  return [storeCallMessages.membersAffected(rows[0]?.members ?? 0)]
}

/**
 * Finds what members can't do in stores that are about to be activated, in the words of a single
 * store's panel.
 */
const findReadinessWarnings: NonNullable<BulkHandler['getWarnings']> = async ({ trx }, changes) => {
  const ids = changes.map(({ before }) => before.id)
  const { rows } = await sql<Readiness & { id: number }>`
    select id, readiness as percent, readiness_checks as checks from stores
    where ${matchesIds('id', ids)}`.execute(trx)
  const unreadyStores = rows.flatMap(({ id, percent, checks }) => {
    const cannot = checks.flatMap(({ key, ok }) =>
      ok ? [] : (storeStatusMessages.cannot[key] ?? []),
    )
    return cannot.length > 0 ? [{ id, percent, cannot }] : []
  })
  const testStores = rows.flatMap(({ id, checks }) => {
    const warnings = checks.flatMap(({ warning }) => warning ?? [])
    return warnings.length > 0 ? [{ id, warnings }] : []
  })
  const warningsById = new Map(testStores.map(({ id, warnings }) => [id, warnings]))
  const testWarnings =
    testStores.length > 0 ? [storeStatusMessages.testCards(testStores.length, rows.length)] : []
  if (unreadyStores.length === 0) return { byId: warningsById, all: testWarnings }
  const percents = unreadyStores.map(({ percent }) => percent)
  const [min, max] = [Math.min(...percents), Math.max(...percents)]
  const missing = unreadyStores.flatMap(({ cannot }) => cannot)
  const sums = Object.values(storeStatusMessages.cannot).flatMap((text) => {
    const count = missing.filter((one) => one === text).length
    return count > 0 ? [storeStatusMessages.cannotIn(text, count, rows.length)] : []
  })
  return {
    byId: new Map([
      ...warningsById,
      ...unreadyStores.map(({ id, percent, cannot }): [number, string[]] => [
        id,
        [
          storeStatusMessages.isReady(percent),
          ...cannot.map((text) => `${text}.`),
          ...(warningsById.get(id) ?? []),
        ],
      ]),
    ]),
    all: [
      ...testWarnings,
      storeStatusMessages.unready(unreadyStores.length, rows.length, { least: min, most: max }),
      ...sums,
    ],
  }
}

const createStatusHandler = (name: StatusChangeName): BulkHandler => ({
  event: statusEvents[name],
  undoEvent: undoStatusEvent,
  skipsValidation: true,
  getChanges(before, input) {
    const status = before['status'] as StoreStatus // The database allows no other values.
    const { label, to } = statusChanges[name]
    if (status === to) return {}
    if (!getStatusChanges(status).includes(name))
      throw invalidState(storeRuleMessages.status.notFrom(label, storeStatuses[status]))
    return {
      status: to,
      statusReason: input['reason'] ?? null,
      // The fields of the action, and what `addEnd` adds.
      ...getMaintenanceValues(to, input as { message?: string | null; endsAt?: string | null }),
    }
  },
  ...(name === 'startMaintenance' && {
    addEnd: (given: FieldValues, endsAt: string | null) => ({ ...given, endsAt }),
  }),
  describeImpact: describeMembers,
  ...(statusChanges[name].to === 'active' ? { getWarnings: findReadinessWarnings } : {}),
})

const assignThemeHandler: BulkHandler = {
  async authorize({ trx, caller }, { themeId }) {
    const theme = await loadRecord(trx, limitToCaller(caller, themes), Number(themeId))
    if (theme['status'] !== 'published')
      throw validationFailed({ themeId: storeCallMessages.choosePublished })
  },
  getChanges: (_before, { themeId }) => ({ themeId }),
  describeImpact: describeMembers,
}

const describeTagChange = () => Promise.resolve([storeCallMessages.tagsHidden])

const getTags = (store: FieldValues): string[] => {
  const { tags } = store
  return Array.isArray(tags) ? tags : []
}

/** The bulk actions of stores (shared/areas/stores/bulkActions.ts). */
export const storeBulkHandlers = {
  activate: createStatusHandler('activate'),
  suspend: createStatusHandler('suspend'),
  startMaintenance: createStatusHandler('startMaintenance'),
  endMaintenance: createStatusHandler('endMaintenance'),
  archive: createStatusHandler('archive'),
  change: { ...sameValues, describeImpact: describeMembers },
  assignTheme: assignThemeHandler,
  addTag: {
    describeImpact: describeTagChange,
    getChanges(before, { tag }) {
      const tags = getTags(before)
      if (tags.includes(String(tag))) return {}
      if (tags.length >= limits.listEntries) throw invalidState(storeCallMessages.tooManyTags)
      return { tags: [...tags, tag] }
    },
  },
  removeTag: {
    describeImpact: describeTagChange,
    getChanges: (before, { tag }) => ({ tags: getTags(before).filter((one) => one !== tag) }),
  },
} satisfies BulkHandlers<typeof storeBulkActions> & { change: BulkHandler }
