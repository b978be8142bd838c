import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Panel } from '#shared/engine/listView.ts'
import { readRecord, usesOf } from '#shared/engine/recordCalls.ts'
import type { RecordPage, Uses } from '#shared/engine/recordCalls.ts'
import { recordsPage } from '#shared/engine/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { organisations } from '#shared/resources/organisations.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import type { Readiness } from '#shared/stores/readinessChecks.ts'
import { storeOverviewMessages } from '#shared/stores/storeOverviewMessages.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { pageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { statusReadiness } from '#client/stores/statusReadiness.ts'
import { changes } from './panelNames.ts'

/** The parameter that searches the organisations of the panel. */
export const findParam = 'find'

/** What the panels beside the list of stores work on that are not about one store. */
export type StoresSide =
  | { organisations: RecordPage }
  | { organisation: AnyRecord; uses: Uses }
  | { defaults: AnyRecord }
  | { readiness: Readiness | PageFailure | null }
  | { failure: PageFailure }
  | null

type Load = (
  api: Api,
  id: number,
  params: URLSearchParams,
  signal: AbortSignal,
) => Promise<StoresSide>

const loads: Record<string, { what: string; load: Load }> = {
  organisations: {
    what: organisations.title.many,
    load: async (api, _id, params, signal) => ({
      organisations: await recordsPage(api, organisations, params.get(findParam) ?? '', signal),
    }),
  },
  organisation: {
    what: organisations.title.one,
    load: async (api, id, _params, signal) => {
      const [organisation, uses] = await Promise.all([
        readRecord(api, organisations, id, signal),
        usesOf(api, organisations, id, signal),
      ])
      return { organisation, uses }
    },
  },
  defaults: {
    what: storeDefaults.title.many,
    load: async (api, _id, _params, signal) => ({
      defaults: await readRecord(api, storeDefaults, 1, signal),
    }),
  },
  ...Object.fromEntries(changes.map((change) => [change, changing(change)])),
}

/** A panel that changes a store's status; the store itself is the list's to load. */
function changing(change: StatusChangeName): { what: string; load: Load } {
  return {
    what: storeOverviewMessages.readinessWhat,
    load: async (api, id, _params, signal) => ({
      readiness: id > 0 ? await statusReadiness(api, id, change, signal) : null,
    }),
  }
}

/** Loads what the open panel works on; the list stands even when that fails. */
export async function loadSide(
  api: Api,
  panel: Panel | null,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<StoresSide> {
  const side = loads[panel?.kind ?? '']
  // Without an id the panel of an organisation makes a new one.
  if (!side || (panel?.kind === 'organisation' && panel.id === null)) return null
  try {
    return await side.load(api, panel?.id ?? 0, params, signal)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { failure: pageFailure(error, side.what) }
  }
}
