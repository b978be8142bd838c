import '../signedIn.ts'
import { useActionData, useLoaderData, useLocation } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/api.ts'
import { readRecord } from '#shared/recordCalls.ts'
import { labelOf } from '#shared/resource.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { apiContext } from '../contexts.ts'
import { throwFailure } from '../failures.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import type { Refused } from '../list/answerForm.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { storeAddress, tabAt, tabNames } from './store/storeAddress.ts'
import type { TabName } from './store/storeAddress.ts'
import { StoreHeader } from './store/StoreHeader.tsx'
import { storeIdIn } from './store/storeIdIn.ts'
import type { Shown } from './store/storeTab.tsx'
import { tabs } from './store/tabs.ts'
import * as styles from './Store.css.ts'

export { action } from './store/action.ts'

type StoreData = {
  store: AnyRecord
  /** What the tab loaded. */
  section: unknown
  writeKey: string
  /** What title and breadcrumbs call the page. */
  recordName: string
}

/** The store, and what the tab of the address needs besides; a part that fails says so and leaves the rest standing. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<StoreData> {
  const id = storeIdIn(params)
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const api = context.get(apiContext)
  const [store, section] = await Promise.all([
    readRecord(api, stores, id, signal).catch((error: unknown) =>
      throwFailure(error, isGone(error) ? stores.title.one : stores.title.many),
    ),
    tabs[tabAt(searchParams)].load?.({ api, id, params: searchParams, signal }),
  ])
  const recordName = labelOf(stores, store)
  return { store, section, writeKey: newIdempotencyKey(), recordName }
}

const isGone = (error: unknown) => error instanceof ApiFailure && error.problem.code === 'not_found'

/** The bar of tabs leaves them out until they are open. */
const hidden: readonly TabName[] = ['duplicate']

/** One store: who it is, and its parts as tabs that each have an address (screens.md, Store details). */
export function Component() {
  const { section: data, ...loaded } = useLoaderData<StoreData>()
  const answer = useActionData<Refused | Shown>()
  const refused = answer && 'intent' in answer ? answer : undefined
  const shown = answer && 'verification' in answer ? answer : undefined
  const { search } = useLocation()
  const name = tabAt(new URLSearchParams(search))
  const { store } = loaded
  const { label, ...titles } = storeMessages.tabs
  return (
    <div className={styles.page}>
      <StoreHeader {...loaded} refused={refused} tab={name} />
      <Tabs
        label={label}
        tabs={tabNames
          .filter((tab) => !hidden.includes(tab) || tab === name)
          .map((tab) => ({
            title: titles[tab],
            to: storeAddress(store.id, tab),
            current: tab === name,
          }))}
      />
      {/* Another tab, or another store, is another page: nothing typed or opened carries over. */}
      <div key={`${store.id}-${name}`} className={styles.tab}>
        {tabs[name].render({ ...loaded, data, refused, shown })}
      </div>
    </div>
  )
}
