import { Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import type { AnyRecord, Labels } from '#shared/engine/resource.ts'
import { createListLoader } from '#client/list/listLoader.ts'
import type { ListData } from '#client/list/listProps.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { loadStoreFilterLabels, useStoreFilterWords } from './storeFilterWords.ts'

/** Creates the loader of the rules' list, which adds the names in their filters to the rules. */
export function createRulesLoader(panels: ListPanels) {
  const loadList = createListLoader(alertRules, panels)
  return async (args: LoaderFunctionArgs): Promise<ListData> => {
    const list = await loadList(args)
    const filters = list.records.flatMap(({ storeFilter }) =>
      typeof storeFilter === 'string' ? [storeFilter] : [],
    )
    if (filters.length === 0) return list
    const filterLabels = await loadStoreFilterLabels(
      args.context.get(apiContext),
      filters,
      args.request.signal,
    )
    return { ...list, records: list.records.map((rule) => ({ ...rule, filterLabels })) }
  }
}

function StoreFilterCell({ filter, labels }: { filter: string; labels: Labels }) {
  return useStoreFilterWords(filter, labels).join('; ') || filter
}

/** Renders the filter of a rule in words. */
export const renderStoreFilter = ({ storeFilter, filterLabels }: AnyRecord) =>
  typeof storeFilter === 'string' && (
    // The loader added the labels.
    <Suspense>
      <StoreFilterCell filter={storeFilter} labels={filterLabels as Labels} />
    </Suspense>
  )
