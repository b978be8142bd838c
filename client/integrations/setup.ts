import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { nestByParams } from '#shared/engine/nestResource.ts'
import { throwPageFailure } from '../runtime/failures.ts'
import type { Intents } from '../form/handleForm.ts'
import type { Prefill } from '../form/prefill.ts'
import type { CustomInputs } from '../form/RecordForm.tsx'
import type { Fact, PageHeaderProps } from '../ui/PageHeader.tsx'
import type { FollowUpStep } from './IntegrationNextStep.tsx'
import type { SetupProps, SetupTab } from './useSetupTabs.ts'
import type { LoadedComments } from '../list/comments/commentsPart.ts'
import type { LoadedStoreList } from '../list/storeLists/loadStoreList.ts'
import type { StoreFix } from './fix/storeFixPart.ts'

export type SetupLoadContext = {
  api: Api
  /** Limited to the store in the URL. */
  resource: Resource
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  signal: AbortSignal
}

/** The definition of one setup page. */
export type SetupDefinition<More> = {
  resource: Resource
  title: (props: SetupProps<More>) => string
  /** Finds the record of this URL; by default the first record of the list. */
  find?: (load: SetupLoadContext) => Promise<AnyRecord | null>
  load?: (load: SetupLoadContext, record: AnyRecord | null) => Promise<More>
  testInputs?: Fields
  /** Set if only a sign-in in a browser proves that it works. */
  needsSignIn?: true
  /** Returns what an active integration still lacks, or null. */
  further?: (
    record: AnyRecord,
    address: { pathname: string; search: string },
  ) => FollowUpStep | null
  facts?: (props: SetupProps<More>) => readonly Fact[]
  sides?: (props: SetupProps<More>) => PageHeaderProps['tabs']
  tools?: (props: SetupProps<More>) => ReactNode
  /** Custom inputs by field. */
  own?: (props: SetupProps<More>) => CustomInputs | undefined
  /** Shown under the form: the values to enter at the provider. */
  below?: (props: SetupProps<More>) => ReactNode
  /** Shown under the steps: a test sign-in. */
  aside?: (props: SetupProps<More>) => ReactNode
  /** The tabs of a large page, each at `?tab=NAME`. The first one is the default. */
  tabs?: readonly SetupTab<More>[]
  intents?: Intents
  /** Where deleting leads; by default back to this page. */
  home?: string
}

/** Loader data of a setup page. */
export type SetupPageData<More> = Pick<
  SetupProps<More>,
  'record' | 'history' | 'more' | 'writeKey'
> & {
  recordName: string
  prefill: Prefill
  storeFix: StoreFix
  /** The record's stores, if the URL asks for them. */
  storeList: LoadedStoreList | null
  /** The record's comments, if the URL asks for them. */
  comments: LoadedComments | null
}

/** Returns the resource nested under the URL's record, or throws a 404 if the URL names none. */
export const requireNestedSetupResource = (
  resource: Resource,
  params: SetupLoadContext['params'],
): Resource =>
  nestByParams(resource, params) ??
  throwPageFailure({ code: 'not_found', what: resource.title.one }, 404)
