import { listAddress, withPanel } from '#shared/listView.ts'
import { labelOf } from '#shared/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { Panel } from '#client/list/Panel.tsx'
import { StatusForm } from '../store/StatusForm.tsx'
import { TypedGuard } from '../store/TypedGuard.tsx'

/** Changes the status of one store beside the list. */
export function StatusPanel({
  view,
  data,
  refused,
  change,
}: ListProps & { change: StatusChangeName }) {
  const close = listAddress(stores, withPanel(view, null))
  // A failure to read the store is shown by the list.
  if (!data.panel || 'failure' in data.panel) return null
  const { record } = data.panel
  return (
    <Panel title={`${statusChanges[change].label}: ${labelOf(stores, record)}`} close={close}>
      <TypedGuard writeKey={data.writeKey}>
        <StatusForm store={record} change={change} writeKey={data.writeKey} refused={refused} />
      </TypedGuard>
    </Panel>
  )
}
