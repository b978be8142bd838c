import { readImport } from '#shared/engine/imports/importCalls.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { readPlanQuery } from '#shared/engine/bulk/planAddress.ts'
import { readImportRows } from '#shared/engine/bulk/planCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import type { PanelWork } from '../panels/definePanels.ts'

/** The import that is open, with a page of its rows once all of them were checked. */
export type LoadedImport = { known: Import; rows: PlanPage | null }

export async function loadImport({
  api,
  resource,
  id,
  params,
  signal,
}: PanelWork): Promise<LoadedImport | null> {
  if (id === null) return null
  const known = await readImport(api, resource, id, signal)
  if (known.state !== 'ready') return { known, rows: null }
  const query = { ...readPlanQuery(params), signal }
  return { known, rows: await readImportRows(api, resource, id, query) }
}
