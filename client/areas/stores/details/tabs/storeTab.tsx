import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { DomainVerification } from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { throwPageFailure } from '#client/runtime/failures.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'

export type StoreField = keyof typeof stores.fields

export type TabLoadContext = {
  api: Api
  zone: () => Promise<string>
  id: number
  /** The store itself, which is read at the same time. */
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

/** What a form may answer that leads nowhere else: how DNS has the records of the own domain. */
export type VerificationShown = { verification: DomainVerification }

export type StoreTab<Data = unknown> = {
  fields?: readonly StoreField[]
  load?: (load: TabLoadContext) => Promise<Data>
  /** What its forms ask for, besides what those of every tab do (storeIntents.ts). */
  intents?: Intents<VerificationShown>
  /** The resource that it lists, as it stands within this store, with the check that the page was opened to fix: the forms of its panels are those of every list. */
  getList?: (id: number, fix: ReadinessKey | undefined) => Resource
  /** Panels that this list has besides those of every list. */
  listPanels?: ListPanels
  render: (props: TabProps<Data>) => ReactNode
}

/** An intent of this and the name of a field gives the field back to the platform's default. */
export const resetIntent = 'reset:'

/** Lets tabs that load different things stand in one table. */
export const defineTab = <Data,>(tab: StoreTab<Data>): StoreTab => ({
  ...tab,
  // What comes back is what this tab's own `load` gave.
  render: (props) => tab.render({ ...props, data: props.data as Data }),
})

export const getStoreFields = (names: readonly StoreField[]): Fields =>
  Object.fromEntries(names.map((name) => [name, stores.fields[name]]))

/** Whether the store is about to be deleted: until it is restored nothing of it can be changed (HoldBanner.tsx). */
export const isPendingDeletion = (store: AnyRecord): boolean => Boolean(store['deleteAfter'])

/** What its reader may do to the store: what is about to be deleted takes no changes, whoever asks. */
export function useCanChange(store: AnyRecord): { write: boolean; remove: boolean } {
  const may = useCan()
  return {
    write: !isPendingDeletion(store) && may(stores, 'write'),
    remove: may(stores, 'delete'),
  }
}

/** The store that an address names; one that names none is answered with 404, and the platform is asked nothing. */
export const parseStoreIdParam = ({ storeId = '' }: { storeId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(storeId)
    ? Number(storeId)
    : throwPageFailure({ code: 'not_found', what: stores.title.one }, 404)
