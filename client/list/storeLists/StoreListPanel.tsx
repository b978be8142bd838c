import { useLocation } from 'react-router'
import { getLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { StoreAssignmentForms } from './StoreAssignmentForms.tsx'
import { storeListMessages } from './messages.ts'
import { StoreListChangePreview } from './StoreListChangePreview.tsx'
import { AssignedStores } from './AssignedStores.tsx'
import { buildUrlBehindStoreListPanel } from '#client/form/storeListUrl.ts'
import type { StoreListProps } from './storeListProps.ts'

/**
 * Returns whether the user can change this list. Stores that name the record themselves require the
 * permission for stores.
 */
function useCanAssign(resource: Resource): boolean {
  const can = useCan()
  const isStoreField = findStoreList(resource)?.kind === 'store'
  return can(isStoreField ? stores : resource, 'write')
}

/**
 * Renders a record's stores: a searchable list, and forms that add or remove one or many, each with
 * a preview first.
 */
export function StoreListPanel(given: Omit<StoreListProps, 'refused' | 'mayAssign'>) {
  const { resource, loaded } = given
  const { record } = loaded
  const mayAssign = useCanAssign(resource)
  const isAssigning = mayAssign && loaded.isAssigning
  const props = { ...given, mayAssign }
  const location = useLocation()
  const refused = useLastActionData<RejectedForm>()
  const { plan } = loaded
  const name = getLabel(resource, record)
  return (
    <Panel
      title={isAssigning ? storeListMessages.assignTitle(name) : storeListMessages.title(name)}
      close={buildUrlBehindStoreListPanel(location)}
      size="medium"
      row={record.id}
    >
      {plan ? (
        <StoreListChangePreview key={plan.id} {...props} plan={plan} refused={refused} />
      ) : isAssigning ? (
        <StoreAssignmentForms key={refused?.attempt} {...props} refused={refused} />
      ) : (
        <AssignedStores key={refused?.attempt} {...props} refused={refused} />
      )}
    </Panel>
  )
}
