import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { loadIntegrationHistory } from '#shared/engine/integrations/integrationCalls.ts'
import { apiContext } from '../runtime/contexts.ts'
import { commentsParam } from '#shared/engine/commentParams.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import { throwAsPageFailure } from '../runtime/failures.ts'
import { storeListParam } from '../form/storeListUrl.ts'
import type { LoadedStoreList } from '../list/storeLists/loadStoreList.ts'
import { commentsPart } from '../list/comments/commentsPart.ts'
import type { LoadedComments } from '../list/comments/commentsPart.ts'
import { listTools } from '../list/listTools.ts'
import { getFormContext } from '../form/formContext.ts'
import { handleForm } from '../form/handleForm.ts'
import { loadPrefill } from '../form/prefill.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'
import type { Screen } from '../runtime/pageTitle.ts'
import { createSetupIntents } from './integrationIntents.ts'
import { requireNestedSetupResource } from './setup.ts'
import type { SetupPageData, SetupDefinition, SetupLoadContext } from './setup.ts'
import { SetupPage } from './SetupPage.tsx'
import { findStoreFix } from './fix/StoreFixBar.tsx'

export type { SetupDefinition, SetupLoadContext } from './setup.ts'
export type { SetupProps } from './useSetupTabs.ts'

const findFirstRecord = async ({
  api,
  resource,
  signal,
}: SetupLoadContext): Promise<AnyRecord | null> => {
  const { query } = parseListQuery(resource, new URLSearchParams())
  const { records } = await listRecords(api, resource, query, signal)
  return records[0] ?? null
}

/** Loads the stores panel that the page shows over itself, and its data. */
async function loadStoresPanel(
  load: Pick<SetupLoadContext, 'api' | 'resource' | 'signal'> & { params: URLSearchParams },
  record: AnyRecord,
): Promise<LoadedStoreList> {
  const { loadStoreList } = await listTools.load()
  return loadStoreList(load, record)
}

/** Loads the comments that the page shows over itself; null if the URL doesn't ask for them. */
async function findComments(
  { api, resource, search, signal }: SetupLoadContext,
  record: AnyRecord | null,
): Promise<LoadedComments | null> {
  if (!record || !search.has(commentsParam)) return null
  const { loadComments } = await commentsPart.load()
  const subject = { resource: resource.name, recordId: record.id }
  return loadComments(api, subject, { params: search, signal })
}

/**
 * Creates the page that sets up, tests, and activates one integration (screens.md, "Every
 * integration").
 */
export function createIntegrationScreen<More = null>(
  setup: SetupDefinition<More>,
): Required<Pick<Screen, 'loader' | 'action' | 'Component'>> {
  const { resource: baseResource, find = findFirstRecord } = setup
  async function loader({
    request,
    context,
    params,
  }: LoaderFunctionArgs): Promise<SetupPageData<More>> {
    const { signal, url } = request
    const resource = requireNestedSetupResource(baseResource, params)
    const api = context.get(apiContext)
    const loadContext = { api, resource, params, search: new URL(url).searchParams, signal }
    const onFailure = (error: unknown) => throwAsPageFailure(error, resource.title.one)
    const firstRecord = await find(loadContext).catch(onFailure)
    const [history, more, storeFix] = await Promise.all([
      firstRecord ? loadIntegrationHistory(api, resource, firstRecord.id, signal) : [],
      setup.load?.(loadContext, firstRecord) ?? null,
      findStoreFix({ api, params: loadContext.search, signal }),
    ]).catch(onFailure)
    // A test ended between the two reads.
    const isStale = String(history[0]?.endedAt ?? '') > String(firstRecord?.['lastTestAt'] ?? '')
    const record = isStale ? await find(loadContext).catch(onFailure) : firstRecord
    const { fields } = resource
    const prefill = record
      ? {}
      : await loadPrefill({ api, fields, params: loadContext.search, signal })
    const writeKey = createIdempotencyKey()
    // Without `setup.load`, `More` is null.
    const data = { record, history, more: more as More, writeKey }
    const storeList =
      record && loadContext.search.has(storeListParam) && findStoreList(resource)
        ? await loadStoresPanel(
            { api, resource, params: loadContext.search, signal },
            record,
          ).catch(onFailure)
        : null
    return {
      ...data,
      prefill,
      storeFix,
      storeList,
      comments: await findComments(loadContext, record),
      recordName: setup.title({ ...data, resource, refused: undefined }),
    }
  }
  return {
    loader,
    async action({ request, context, params }: ActionFunctionArgs) {
      const { pathname, search } = new URL(request.url)
      return handleForm({
        ...getFormContext(context),
        resource: requireNestedSetupResource(baseResource, params),
        form: await request.formData(),
        intents: {
          ...createSetupIntents(setup.testInputs, setup.intents, setup.home),
          ...(new URLSearchParams(search).has(commentsParam) &&
            (await commentsPart.load()).commentIntents),
          ...(findStoreList(baseResource) && (await listTools.load()).storeListIntents),
        },
        url: request.url,
        back: pathname + search,
      })
    },
    Component: () => <SetupPage setup={setup} />,
  }
}

/** Returns the heading for an integration whose record has no page of its own. */
export const getSetupName = (resource: Resource, record: AnyRecord | null): string =>
  record ? getLabel(resource, record) : resource.title.one
