import type { Resource } from '#shared/engine/resource.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { Section, parseFixKey } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListOptions } from '#client/list/listProps.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { fixParam } from '#client/integrations/fix/fixParams.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { SectionFailure } from '../FailureWithRetry.tsx'
import { defineTab } from './storeTab.tsx'
import * as layout from '../Store.css.ts'

type ListTabData = ListData | PageFailure

/** Returns the field with the store or stores that a record belongs to. */
function getStoreField({ name, derived, relations: { scope } }: Resource): string {
  const field = scope ?? (derived?.['storeIds'] && 'storeIds')
  if (field === undefined) throw new Error(`${name} is not tied to a store`)
  return field
}

/**
 * Creates a tab that lists a resource's records of this store. `more` are panels of this list only.
 */
export function createListTab(
  tab: StoreTabName,
  title: string,
  resource: Resource,
  look: ListOptions = {},
  more: ListPanels = {},
) {
  const field = getStoreField(resource)
  // The URLs of the list's panels and pages keep the check to be fixed.
  const getStoreList = (id: number, fix: ReadinessKey | undefined) =>
    nestResource(resource, {
      field,
      id,
      path: buildStoreUrl(id, tab, fix ? { [fixParam]: fix } : {}),
    })
  return defineTab<ListTabData>({
    getList: getStoreList,
    listPanels: more,
    load: ({ id, params, signal, ...loadOptions }) =>
      resolveOrFailure(
        loadList(loadOptions, getStoreList(id, parseFixKey(params)), params, signal, more),
        resource.title.many,
      ),
    render: ({ store, data, fix }) =>
      isPageFailure(data) ? (
        <Section id={resource.name} title={title}>
          <SectionFailure failure={data} />
        </Section>
      ) : (
        <div role="group" id={resource.name} aria-label={title} className={layout.tab}>
          {/* Remounts for another list, so that no selection carries over. */}
          <ResourceList
            key={resource.name}
            resource={getStoreList(store.id, fix)}
            loaded={data}
            more={more}
            {...look}
          />
        </div>
      ),
  })
}
