import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { nestByParams } from '#shared/engine/nestResource.ts'
import { throwPageFailure } from '../runtime/failures.ts'
import type { Intents } from '../form/handleForm.ts'
import type { Prefill } from '../form/prefill.ts'
import type { CustomInputs } from '../form/RecordForm.tsx'
import type { Fact, PageHeaderProps } from '../ui/PageHeader.tsx'
import type { FollowUpStep } from './NextStep.tsx'
import type { SetupProps, SetupTab } from './useSetupTabs.ts'
import type { LoadedStoreList } from '../list/storeLists/loadStoreList.ts'
import type { StoreFix } from './fix/StoreFixBar.tsx'

export type SetupLoadContext = {
  api: Api
  /** As it stands at this address: within a store. */
  resource: Resource
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  signal: AbortSignal
}

/** All that differs between one set-up page and the next. */
export type SetupDefinition<More> = {
  resource: Resource
  title: (props: SetupProps<More>) => string
  /** The record of this address; the first of the list there unless given. */
  find?: (load: SetupLoadContext) => Promise<AnyRecord | null>
  load?: (load: SetupLoadContext, record: AnyRecord | null) => Promise<More>
  testInputs?: Fields
  /** Set if only a sign-in in a browser proves that it works. */
  needsSignIn?: true
  /** What it lacks once it is active; null where that is nothing. */
  further?: (
    record: AnyRecord,
    address: { pathname: string; search: string },
  ) => FollowUpStep | null
  facts?: (props: SetupProps<More>) => readonly Fact[]
  sides?: (props: SetupProps<More>) => PageHeaderProps['tabs']
  tools?: (props: SetupProps<More>) => ReactNode
  /** By field: what stands in place of its input. */
  own?: (props: SetupProps<More>) => CustomInputs | undefined
  /** Under the form: what is to be entered at the provider. */
  below?: (props: SetupProps<More>) => ReactNode
  /** Under the steps: a test sign-in. */
  aside?: (props: SetupProps<More>) => ReactNode
  /** Parts of a page that has much to set up, each at `?tab=NAME`; the first stands unless one is named. */
  tabs?: readonly SetupTab<More>[]
  intents?: Intents
  /** Where one that was deleted leads; the same page unless given. */
  home?: string
}

/** What the loader of a set-up page gives. */
export type SetupPageData<More> = Pick<
  SetupProps<More>,
  'record' | 'history' | 'more' | 'writeKey'
> & {
  recordName: string
  begun: Prefill
  storeFix: StoreFix
  /** The stores of the record, where the address asks for them. */
  storeList: LoadedStoreList | null
}

/** The resource as it stands at this address; there is no page where it names no record. */
export const requireSetupResource = (
  resource: Resource,
  params: SetupLoadContext['params'],
): Resource =>
  nestByParams(resource, params) ??
  throwPageFailure({ code: 'not_found', what: resource.title.one }, 404)
