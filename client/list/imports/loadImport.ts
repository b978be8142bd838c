import { loadImportRecord } from '#shared/engine/imports/importCalls.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { parsePlanQuery } from '#shared/engine/bulk/planUrl.ts'
import { loadImportRows } from '#shared/engine/bulk/planCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import type { PanelLoadContext } from '../panels/definePanels.ts'

/** The open import, with a page of its rows once all of them are checked. */
export type LoadedImport = { known: Import; rows: PlanPage | null }

export async function loadImport({
  api,
  resource,
  id,
  params,
  signal,
}: PanelLoadContext): Promise<LoadedImport | null> {
  if (id === null) return null
  const known = await loadImportRecord(api, resource, id, signal)
  if (known.state !== 'ready') return { known, rows: null }
  const query = { ...parsePlanQuery(params), signal }
  return { known, rows: await loadImportRows(api, resource, id, query) }
}
