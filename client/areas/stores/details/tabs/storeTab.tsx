import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreField } from '#shared/areas/stores/storeFieldPlaces.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { DomainVerification } from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { throwPageFailure } from '#client/runtime/failures.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'

export type TabLoadContext = {
  api: Api
  zone: () => Promise<string>
  id: number
  /** The store itself, which loads in parallel. */
  store: Promise<AnyRecord>
  params: URLSearchParams
  signal: AbortSignal
}

export type TabProps<Data = unknown> = {
  store: AnyRecord
  data: Data
  refused: RejectedForm | undefined
  shown: VerificationShown | undefined
  /** The check that the page was opened to fix. */
  fix: ReadinessKey | undefined
  writeKey: string
}

/** Form result that stays on the page: the DNS state of the custom domain's records. */
export type VerificationShown = { verification: DomainVerification }

export type StoreTab<Data = unknown> = {
  load?: (load: TabLoadContext) => Promise<Data>
  /** The tab's own intents, in addition to those of every tab (action.ts). */
  intents?: Intents<VerificationShown>
  /**
   * Returns the tab's list, limited to this store, with the check that the page was opened to fix.
   * Its panels' forms are handled like those of every list.
   */
  getList?: (id: number, fix: ReadinessKey | undefined) => Resource
  /** Panels of this list, in addition to those of every list. */
  listPanels?: ListPanels
  render: (props: TabProps<Data>) => ReactNode
}

/** Prefix of an intent that resets the named field to the platform's default. */
export const resetIntent = 'reset:'

/** Defines a tab. Erases its data type, so that different tabs fit into one table. */
export const defineTab = <Data,>(tab: StoreTab<Data>): StoreTab => ({
  ...tab,
  // The data is the result of this tab's own `load`.
  render: (props) => tab.render({ ...props, data: props.data as Data }),
})

export const getStoreFields = (names: readonly StoreField[]): Fields =>
  Object.fromEntries(names.map((name) => [name, stores.fields[name]]))

/**
 * Returns whether the store will be deleted. Until it is restored, it can't be changed
 * (PendingDeletionBanner.tsx).
 */
export const isPendingDeletion = (store: AnyRecord): boolean => Boolean(store['deleteAfter'])

/**
 * Returns how the operator may change the store. A store pending deletion can't be changed by
 * anyone.
 */
export function useCanChange(store: AnyRecord): { write: boolean; remove: boolean } {
  const can = useCan()
  return {
    write: !isPendingDeletion(store) && can(stores, 'write'),
    remove: can(stores, 'delete'),
  }
}

/**
 * Returns the store ID in the URL. Throws a 404 if it isn't valid, without calling the platform.
 */
export const requireStoreIdParam = ({ storeId = '' }: { storeId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(storeId)
    ? Number(storeId)
    : throwPageFailure({ code: 'not_found', what: stores.title.one }, 404)
