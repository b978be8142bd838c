import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { integrationHistory } from '#shared/engine/integrations/integrationCalls.ts'
import { apiContext, tellContext, zoneContext } from '../runtime/contexts.ts'
import { findStoreList } from '#shared/areas/stores/lists/storeList.ts'
import { loadChunk, throwFailure } from '../runtime/failures.ts'
import { storeListParam } from '../list/storeLists/storeListAddress.ts'
import type { LoadedStoreList } from '../list/storeLists/loadStoreList.ts'
import { importStoreLists, storesPanel } from './storesPanel.ts'
import { answerForm } from '../form/answerForm.ts'
import { begunWith } from '../form/begun.ts'
import { newIdempotencyKey } from '../runtime/idempotencyKey.ts'
import type { Screen } from '../runtime/pageTitle.ts'
import { setupIntents } from './integrationIntents.ts'
import { setupHere } from './setup.ts'
import type { Loaded, Setup, SetupLoad } from './setup.ts'
import { SetupPage } from './SetupPage.tsx'
import { storeFixOf } from './fix/StoreFix.tsx'

export type { Setup, SetupLoad } from './setup.ts'
export type { SetupProps } from './setupTabs.ts'

const firstOf = async ({ api, resource, signal }: SetupLoad): Promise<AnyRecord | null> => {
  const { query } = parseListQuery(resource, new URLSearchParams())
  const { records } = await listRecords(api, resource, query, signal)
  return records[0] ?? null
}

/** The panel that the page shows over itself, and what it shows. */
async function loadStoresPanel(
  load: Pick<SetupLoad, 'api' | 'resource' | 'signal'> & { params: URLSearchParams },
  record: AnyRecord,
): Promise<LoadedStoreList> {
  const [{ loadStoreList }] = await Promise.all([loadChunk(importStoreLists), storesPanel.load()])
  return loadStoreList(load, record)
}

/** The page on which one integration is set up, tested and activated (screens.md, "Every integration"). */
export function setupScreen<More = null>(
  setup: Setup<More>,
): Required<Pick<Screen, 'loader' | 'action' | 'Component'>> {
  const { resource: defined, find = firstOf } = setup
  async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Loaded<More>> {
    const { signal, url } = request
    const resource = setupHere(defined, params)
    const api = context.get(apiContext)
    const load = { api, resource, params, search: new URL(url).searchParams, signal }
    const failing = (error: unknown) => throwFailure(error, resource.title.one)
    const found = await find(load).catch(failing)
    const [history, more, storeFix] = await Promise.all([
      found ? integrationHistory(api, resource, found.id, signal) : [],
      setup.load?.(load, found) ?? null,
      storeFixOf({ api, params: load.search, signal }),
    ]).catch(failing)
    // A test ended between the two reads.
    const isOld = String(history[0]?.endedAt ?? '') > String(found?.['lastTestAt'] ?? '')
    const record = isOld ? await find(load).catch(failing) : found
    const { fields } = resource
    const begun = record ? {} : await begunWith({ api, fields, params: load.search, signal })
    const writeKey = newIdempotencyKey()
    // Without `load` there is no more: `More` is null then.
    const data = { record, history, more: more as More, writeKey }
    const storeList =
      record && load.search.has(storeListParam) && findStoreList(resource)
        ? await loadStoresPanel({ api, resource, params: load.search, signal }, record).catch(
            failing,
          )
        : null
    return {
      ...data,
      begun,
      storeFix,
      storeList,
      recordName: setup.title({ ...data, resource, refused: undefined }),
    }
  }
  return {
    loader,
    async action({ request, context, params }: ActionFunctionArgs) {
      const { pathname, search } = new URL(request.url)
      return answerForm({
        api: context.get(apiContext),
        tell: context.get(tellContext),
        zone: context.get(zoneContext),
        resource: setupHere(defined, params),
        form: await request.formData(),
        intents: {
          ...setupIntents(setup.asks, setup.intents, setup.home),
          ...(findStoreList(defined) && (await loadChunk(importStoreLists)).storeListIntents),
        },
        url: request.url,
        back: pathname + search,
      })
    },
    Component: () => <SetupPage setup={setup} />,
  }
}

/** What a record of an integration is called where it has no page of its own. */
export const nameOf = (resource: Resource, record: AnyRecord | null): string =>
  record ? labelOf(resource, record) : resource.title.one
