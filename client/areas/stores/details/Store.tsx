import '#client/frame/stores.ts'
import { Suspense, useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { storeReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { isStatusChange } from '#shared/areas/stores/status/storeStates.ts'
import { apiContext, zoneContext } from '#client/runtime/contexts.ts'
import { isPageFailure, loadChunk, orFailure, throwFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { fixIn } from '#client/integrations/fix/fixes.ts'
import { findNextStore } from '#client/integrations/fix/nextStore.ts'
import type { NextStore } from '#client/integrations/fix/nextStoreMessages.ts'
import { lazyPart } from '#client/runtime/lazyPart.ts'
import { statusReadiness } from '../statusReadiness.ts'
import {
  changeAddress,
  changeParam,
  storeAddress,
  tabAt,
  unknownTab,
} from '#shared/areas/stores/storeAddress.ts'
import { UnreadParams } from '#client/list/filters/UnreadFilters.tsx'
import { useFocusOnHash } from '#client/ui/focus/useFocusOnHash.ts'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { HoldBanner } from './HoldBanner.tsx'
import { StoreHeader } from './StoreHeader.tsx'
import { FixBar } from './tabs/readiness.tsx'
import { storeIdIn, useMayChange } from './tabs/storeTab.tsx'
import type { Shown } from './tabs/storeTab.tsx'
import { OpenTab, tabNamed } from './tabs/tabs.tsx'
import { storeMessages } from './words.ts'
import * as styles from './Store.css.ts'

const statusPanel = lazyPart(async () => (await import('../StatusPanel.tsx')).StatusPanel)

/** What its forms ask for comes with the first that is sent. */
export const action = async (args: ActionFunctionArgs) =>
  (await loadChunk(() => import('./action.ts'))).action(args)

type StoreData = {
  store: AnyRecord
  section: unknown
  /** What the store lacks, where the open panel lets members in. */
  readiness: Readiness | PageFailure | null
  toFix: Readiness | PageFailure | null
  /** Other stores with the problem that was fixed here. */
  nextStore: NextStore | null
  writeKey: string
  recordName: string
}

/** The store, and what the tab of the address needs besides; a part that fails says so and leaves the rest standing. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<StoreData> {
  const id = storeIdIn(params)
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const api = context.get(apiContext)
  const change = searchParams.get(changeParam) ?? ''
  const reading = readRecord(api, stores, id, signal).catch((error: unknown) =>
    throwFailure(error, isGone(error) ? stores.title.one : stores.title.many),
  )
  const [store, section, readiness, toFix] = await Promise.all([
    reading,
    tabNamed(tabAt(searchParams)).then(({ load }) =>
      load?.({
        api,
        zone: context.get(zoneContext),
        id,
        store: reading,
        params: searchParams,
        signal,
      }),
    ),
    statusReadiness(api, id, change, signal),
    fixIn(searchParams) ? orFailure(storeReadiness(api, id, signal), '') : null,
    isStatusChange(change) && statusPanel.load(),
  ])
  const fix = fixIn(searchParams)
  const isFixed =
    toFix !== null && !isPageFailure(toFix) && toFix.checks.some(({ key, ok }) => key === fix && ok)
  const nextStore = fix && isFixed ? await findNextStore(api, { store, fix }, signal) : null
  const recordName = labelOf(stores, store)
  return { store, section, readiness, toFix, nextStore, writeKey: newIdempotencyKey(), recordName }
}

const isGone = (error: unknown) => error instanceof ApiFailure && error.problem.code === 'not_found'

/** One store: who it is, and its parts as tabs that each have an address (screens.md, Store details). */
export function Component() {
  const { section: data, readiness, toFix, nextStore, ...loaded } = useLoaderData<StoreData>()
  const answer = useAnswer<Refused | Shown>()
  const refused = answer && 'intent' in answer ? answer : undefined
  const shown = answer && 'verification' in answer ? answer : undefined
  const location = useLocation()
  const params = new URLSearchParams(location.search)
  const name = tabAt(params)
  const fix = fixIn(params)
  const change = params.get(changeParam) ?? ''
  const { store } = loaded
  const unknown = unknownTab(params)
  useFocusOnHash()
  const { write } = useMayChange(store)
  const isChanging = isStatusChange(change) && write
  const [StatusPanel] = useState(() => statusPanel.component())
  return (
    <>
      <StoreHeader store={store} tab={name} />
      <div className={styles.page}>
        <UnreadParams
          sentences={unknown === null ? [] : [storeMessages.noTab(unknown)]}
          forget={storeAddress(store.id)}
        />
        <HoldBanner {...loaded} refused={refused} tab={name} />
        {fix && toFix && <FixBar store={store} fix={fix} readiness={toFix} nextStore={nextStore} />}
        {/* Another tab, or another store, is another page: nothing typed or opened carries over. */}
        <div key={`${store.id}-${name}`} className={styles.tab}>
          <OpenTab name={name} {...{ ...loaded, data, refused, shown, fix }} />
        </div>
      </div>
      {isChanging && (
        <Suspense>
          <StatusPanel
            {...{ ...loaded, change, readiness, refused }}
            close={changeAddress(location, null)}
          />
        </Suspense>
      )}
    </>
  )
}
