import type { Resource } from '#shared/engine/resource.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import type { LoadedStoreList } from './loadStoreList.ts'

/** What each step of the panel is given; `refused` is what the last form was answered. */
export type StoreListProps = {
  resource: Resource
  loaded: LoadedStoreList
  writeKey: string
  refused?: RejectedForm | undefined
  mayAssign: boolean
}
