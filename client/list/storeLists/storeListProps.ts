import type { Resource } from '#shared/engine/resource.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import type { LoadedStoreList } from './loadStoreList.ts'

/** Props of each step of the panel; `refused` is the answer to the last form. */
export type StoreListProps = {
  resource: Resource
  loaded: LoadedStoreList
  writeKey: string
  refused?: RejectedForm | undefined
  mayAssign: boolean
}
