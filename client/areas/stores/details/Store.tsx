import { Suspense } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isStatusChange } from '#shared/areas/stores/status/storeStates.ts'
import type { StatusPanelProps } from '#client/frame/areaParts.ts'
import { findNextStoreToFix, parseFixKey, storeStatusPart } from '#client/frame/index.ts'
import { apiContext, timeZoneContext } from '#client/runtime/contexts.ts'
import { isPageFailure, resolveOrFailure, throwAsPageFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import type { NextStore } from '#client/integrations/fix/nextStoreMessages.ts'
import {
  buildStatusChangeUrl,
  statusChangeParam,
  buildStoreUrl,
  parseStoreTab,
  findUnknownTab,
} from '#shared/areas/stores/storeUrl.ts'
import { IgnoredParams } from '#client/list/filters/IgnoredFilters.tsx'
import { useFocusOnHash } from '#client/ui/focus/useFocusOnHash.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { BlueprintDrift } from './BlueprintDrift.tsx'
import { PendingDeletionBanner } from './PendingDeletionBanner.tsx'
import { StoreHeader } from './StoreHeader.tsx'
import { ReadinessFixBar } from './tabs/readiness.tsx'
import { requireStoreIdParam, useCanChange } from './tabs/storeTab.tsx'
import type { VerificationShown } from './tabs/storeTab.tsx'
import { OpenTab, loadTab } from './tabs/tabs.tsx'
import { storePageMessages } from './messages.ts'
import * as styles from './Store.css.ts'

export { action } from './action.ts'

type StoreData = {
  store: AnyRecord
  section: unknown
  /** The store's readiness, if the open panel opens the store to members. */
  readiness: Readiness | PageFailure | null
  fixReadiness: Readiness | PageFailure | null
  /** Other stores with the problem that was fixed here. */
  nextStore: NextStore | null
  writeKey: string
  recordName: string
}

/**
 * Loads the store and the current tab's data. A part that fails shows its error and leaves the rest
 * usable.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<StoreData> {
  const id = requireStoreIdParam(params)
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const api = context.get(apiContext)
  const change = searchParams.get(statusChangeParam) ?? ''
  const loadingStore = loadRecord(api, stores, id, signal).catch((error: unknown) =>
    throwAsPageFailure(error, isNotFound(error) ? stores.title.one : stores.title.many),
  )
  const [store, section, readiness, toFix] = await Promise.all([
    loadingStore,
    loadTab(parseStoreTab(searchParams)).then(({ load }) =>
      load?.({
        api,
        zone: context.get(timeZoneContext),
        id,
        store: loadingStore,
        params: searchParams,
        signal,
      }),
    ),
    isStatusChange(change)
      ? storeStatusPart.load().then((part) => part.loadStatusReadiness(api, id, change, signal))
      : null,
    parseFixKey(searchParams) ? resolveOrFailure(loadStoreReadiness(api, id, signal), '') : null,
  ])
  const fix = parseFixKey(searchParams)
  const isFixed =
    toFix !== null && !isPageFailure(toFix) && toFix.checks.some(({ key, ok }) => key === fix && ok)
  const nextStore = fix && isFixed ? await findNextStoreToFix(api, { store, fix }, signal) : null
  const recordName = getLabel(stores, store)
  return {
    store,
    section,
    readiness,
    fixReadiness: toFix,
    nextStore,
    writeKey: createIdempotencyKey(),
    recordName,
  }
}

const isNotFound = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'not_found'

/** One store: its header, and its tabs, each with its own URL (screens.md, Store details). */
export function Component() {
  const {
    section: data,
    readiness,
    fixReadiness: toFix,
    nextStore,
    ...loaded
  } = useLoaderData<StoreData>()
  const answer = useLastActionData<RejectedForm | VerificationShown>()
  const refused = answer && 'intent' in answer ? answer : undefined
  const shown = answer && 'verification' in answer ? answer : undefined
  const location = useLocation()
  const params = new URLSearchParams(location.search)
  const name = parseStoreTab(params)
  const fix = parseFixKey(params)
  const change = params.get(statusChangeParam) ?? ''
  const { store } = loaded
  const unknown = findUnknownTab(params)
  useFocusOnHash()
  const { write } = useCanChange(store)
  const isChanging = isStatusChange(change) && write
  return (
    <>
      <StoreHeader store={store} tab={name} />
      <div className={styles.page}>
        <IgnoredParams
          sentences={unknown === null ? [] : [storePageMessages.noTab(unknown)]}
          forget={buildStoreUrl(store.id)}
        />
        <PendingDeletionBanner {...loaded} refused={refused} tab={name} />
        {name === 'overview' && <BlueprintDrift store={store} />}
        {fix && toFix && (
          <ReadinessFixBar store={store} fix={fix} readiness={toFix} nextStore={nextStore} />
        )}
        {/* Remounts for another tab or store, so that no input or open panel carries over. */}
        <div key={`${store.id}-${name}`} className={styles.tab}>
          <OpenTab name={name} {...{ ...loaded, data, refused, shown, fix }} />
        </div>
      </div>
      {isChanging && (
        // The panel that the server rendered is there before its part: React waits for it.
        <Suspense>
          <StoreStatusPanel
            {...{ ...loaded, change, readiness, refused }}
            close={buildStatusChangeUrl(location, null)}
          />
        </Suspense>
      )}
    </>
  )
}

function StoreStatusPanel(props: StatusPanelProps) {
  const part = useLazyPart(storeStatusPart)
  return part && <part.StatusPanel {...props} />
}
