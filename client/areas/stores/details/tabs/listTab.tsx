import type { Resource } from '#shared/engine/resource.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { within } from '#shared/engine/scope.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListLook } from '#client/list/listProps.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { fixParam } from '#client/integrations/fix/fixParams.ts'
import { fixIn } from '#client/integrations/fix/fixes.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { Section } from '#client/ui/Section.tsx'
import { SectionFailure } from '../PartFailure.tsx'
import { defineTab } from './storeTab.tsx'
import * as layout from '../Store.css.ts'

type Found = ListData | PageFailure

/** A tab that is the list of a resource, of this store alone; `more` are panels of its screen alone. */
export function listTab(
  tab: TabName,
  title: string,
  resource: Resource,
  look: ListLook = {},
  more: ListPanels = {},
) {
  const { scope: field } = resource
  if (field === undefined) throw new Error(`${resource.name} is not tied to a store`)
  // Panels and pages of the list keep the check that it was opened to fix.
  const listOf = (id: number, fix: ReadinessKey | undefined) =>
    within(resource, { field, id, path: storeAddress(id, tab, fix ? { [fixParam]: fix } : {}) })
  return defineTab<Found>({
    listOf,
    more,
    load: ({ id, params, signal, ...reading }) =>
      orFailure(
        loadList(reading, listOf(id, fixIn(params)), params, signal, more),
        resource.title.many,
      ),
    render: ({ store, data, fix }) =>
      isPageFailure(data) ? (
        <Section id={resource.name} title={title}>
          <SectionFailure failure={data} />
        </Section>
      ) : (
        <div role="group" id={resource.name} aria-label={title} className={layout.tab}>
          {/* What is selected in one list says nothing of another. */}
          <ResourceList
            key={resource.name}
            resource={listOf(store.id, fix)}
            loaded={data}
            more={more}
            {...look}
          />
        </div>
      ),
  })
}
