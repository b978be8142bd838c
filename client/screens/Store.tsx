import { replace, useActionData, useLoaderData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/api.ts'
import { readRecord } from '#shared/recordCalls.ts'
import { differsInNoticeAlone } from '#shared/notice.ts'
import { labelOf } from '#shared/resource.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { apiContext } from '../contexts.ts'
import { failWith, throwFailure } from '../failures.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import { answerForm } from '../list/answerForm.ts'
import type { Refused } from '../list/answerForm.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { loadDefaults } from './store/loadDefaults.ts'
import { storeAddress, tabAt, tabNames } from './store/storeAddress.ts'
import { StoreHeader } from './store/StoreHeader.tsx'
import { intentOf } from './store/storeIntents.ts'
import type { Shown } from './store/storeTab.tsx'
import { tabs } from './store/tabs.ts'
import * as styles from './Store.css.ts'

type StoreData = {
  store: AnyRecord
  defaults: AnyRecord | null
  /** What the tab loaded. */
  section: unknown
  writeKey: string
  /** What title and breadcrumbs call the page. */
  recordName: string
}

const idIn = ({ storeId = '' }: { storeId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(storeId)
    ? Number(storeId)
    : failWith({ code: 'not_found', what: stores.title.one }, 404)

/** The store, and what the tab of the address needs besides; a part that fails says so and leaves the rest standing. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<StoreData> {
  const id = idIn(params)
  const { searchParams } = new URL(request.url)
  const { signal } = request
  const api = context.get(apiContext)
  const tab = tabs[tabAt(searchParams)]
  const [store, defaults, section] = await Promise.all([
    readRecord(api, stores, id, signal).catch((error: unknown) =>
      throwFailure(error, isGone(error) ? stores.title.one : stores.title.many),
    ),
    tab.fields ? loadDefaults(api, signal) : null,
    tab.load?.({ api, id, params: searchParams, signal }) ?? null,
  ])
  const recordName = labelOf(stores, store)
  return { store, defaults, section, writeKey: newIdempotencyKey(), recordName }
}

const isGone = (error: unknown) => error instanceof ApiFailure && error.problem.code === 'not_found'

/** Each form posts to its own tab, whose intents alone it may ask for. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = idIn(params)
  const here = new URL(request.url)
  const name = tabAt(here.searchParams)
  const form = await request.formData()
  form.set('id', String(id))
  const intent = intentOf(tabs[name], String(form.get('intent')))
  const api = context.get(apiContext)
  const back = storeAddress(id, name)
  const answer = await answerForm(
    stores,
    form,
    intent && ((key) => intent({ api, id, form, key, back })),
  )
  const to = answer instanceof Response && answer.headers.get('location')
  // Back leads to the page before, not to this one once more.
  return to && differsInNoticeAlone(new URL(to, here), here) ? replace(to) : answer
}

/** One store: who it is, and its parts as tabs that each have an address (screens.md, Store details). */
export function Component() {
  const { section: data, ...loaded } = useLoaderData<StoreData>()
  const answer = useActionData<Refused | Shown>()
  const refused = answer && 'intent' in answer ? answer : undefined
  const shown = answer && 'verification' in answer ? answer : undefined
  const { search } = useLocation()
  const name = tabAt(new URLSearchParams(search))
  const { store } = loaded
  return (
    <div className={styles.page}>
      <StoreHeader {...loaded} refused={refused} tab={name} />
      <Tabs
        label={storeMessages.tabs.label}
        tabs={tabNames
          .filter((tab) => !tabs[tab].hidden || tab === name)
          .map((tab) => ({
            title: tabs[tab].title,
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
