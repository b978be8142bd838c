import { buildCompareUrl } from '#shared/areas/stores/storeUrl.ts'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { RowMenu, createListScreen } from '#client/frame/index.ts'
import { Link } from '#client/ui/Link.tsx'
import { fromStorePanels } from './fromStorePanel.tsx'
import { blueprintMessages } from './messages.ts'

function renderBlueprintActions(blueprint: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(blueprints, view)
  return (
    <RowMenu
      label={blueprintMessages.more(getLabel(blueprints, blueprint))}
      entries={[
        [blueprintMessages.compare, buildCompareUrl({ blueprint: blueprint.id })],
        [blueprintMessages.stores, buildPanelUrl('stores', blueprint.id)],
        [blueprintMessages.delete, buildPanelUrl('delete', blueprint.id), blueprints, 'delete'],
      ]}
    />
  )
}

const StoreCounts = ({ blueprint }: { blueprint: AnyRecord }) => (
  <Link to={buildCompareUrl({ blueprint: blueprint.id })}>
    {blueprintMessages.counts(Number(blueprint['stores']), Number(blueprint['differing'] ?? 0))}
  </Link>
)

/** Blueprints: the generic list, with how many stores differ from each. */
export const { loader, action, Component, panels } = createListScreen(
  blueprints,
  {
    cells: { stores: (blueprint) => <StoreCounts blueprint={blueprint} /> },
    widths: { stores: 150 },
    rowActions: renderBlueprintActions,
  },
  fromStorePanels,
)
