import '#client/forms.ts'
import { useLocation } from 'react-router'
import { labelOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import { useAnswer } from '#client/useAnswer.ts'
import { AssignStores } from './AssignStores.tsx'
import type { LoadedStoreList } from './loadStoreList.ts'
import { storeListMessages as say } from './messages.ts'
import { PlannedStoresForm } from './PlannedStoresForm.tsx'
import { StoreRows } from './StoreRows.tsx'
import { withoutStoreList } from './storeListAddress.ts'
import type { PlannedStores } from './storeListIntents.ts'

export type StoreListProps = {
  resource: Resource
  loaded: LoadedStoreList
  writeKey: string
  refused?: Refused | undefined
}

/** The stores of a record: a searchable list, and what adds or removes one or many, each with its plan first. */
export function StoreListPanel(props: Omit<StoreListProps, 'refused'>) {
  const { resource, loaded } = props
  const { record, isAssigning } = loaded
  const location = useLocation()
  const answer = useAnswer<Refused | PlannedStores>()
  const planned = answer && 'plan' in answer ? answer : null
  const refused = answer && !('plan' in answer) ? answer : undefined
  const name = labelOf(resource, record)
  return (
    <Panel
      title={isAssigning ? say.assignTitle(name) : say.title(name)}
      close={withoutStoreList(location)}
      size="medium"
      row={record.id}
    >
      {planned ? (
        <PlannedStoresForm key={planned.startKey} loaded={loaded} planned={planned} />
      ) : isAssigning ? (
        <AssignStores key={refused?.attempt} {...props} refused={refused} />
      ) : (
        <StoreRows key={refused?.attempt} {...props} refused={refused} />
      )}
    </Panel>
  )
}
