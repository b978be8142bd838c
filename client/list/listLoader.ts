import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { listAddress, parseListView, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { noticeParam } from '#shared/notice.ts'
import { listRecords, readRecord, usesOf } from '#shared/engine/recordCalls.ts'
import type { RecordPage, Uses } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import { isWithin } from '#shared/engine/scope.ts'
import { apiContext } from '../contexts.ts'
import { pageFailure, throwFailure } from '../failures.ts'
import type { PageFailure } from '../failures.ts'
import { pickedLabels, withPickedFilters } from './pickedFilters.ts'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import { readParent, resourceHere } from './resourceHere.ts'

/** What the open panel works on. */
export type PanelData = { record: AnyRecord; uses: Uses | null } | { failure: PageFailure } | null

export type ListData = RecordPage & {
  panel: PanelData
  /** What the records are called that it is filtered by, by field. */
  picked: Labels
  /** The key of the next write from this page, so that sending a form twice counts once. */
  writeKey: string
}

/**
 * Loads the list that the address asks for, and the record of the open panel. `more` are panels of this screen alone;
 * those of `recordPanelsToo` among them work on one record.
 */
export const listLoader =
  (resource: Resource, more: readonly string[] = [], recordPanelsToo: readonly string[] = []) =>
  async ({ request, context, params }: LoaderFunctionArgs): Promise<ListData> => {
    const here = resourceHere(resource, params)
    const api = context.get(apiContext)
    const { searchParams } = new URL(request.url)
    const [, list] = await Promise.all([
      readParent(api, resource, here, request.signal),
      loadList(api, here, searchParams, request.signal, more, recordPanelsToo).catch(
        (error: unknown) => throwFailure(error, resource.title.many),
      ),
    ])
    return list
  }

/** The same for a list that is one part of a page: fails with `ApiFailure` where the list could not be read. */
export async function loadList(
  api: Api,
  resource: Resource,
  sent: URLSearchParams,
  signal: AbortSignal,
  more: readonly string[] = [],
  recordPanelsToo: readonly string[] = [],
): Promise<ListData> {
  const searchParams = withPickedFilters(sent)
  const view = parseListView(resource, searchParams, more)
  // A form sends its empty fields too; the address is tidied so that it can be shared.
  if (isUntidy(sent)) throw redirect(listAddress(resource, view))
  const [page, panel, picked] = await Promise.all([
    listRecords(api, resource, view.query, signal).catch((error: unknown) => {
      // A cursor that the platform no longer takes, of another order or from an old link: the list from its start.
      if (error instanceof ApiFailure && error.status === 400 && view.query.after)
        throw redirect(listAddress(resource, withQuery(view, {})))
      throw error
    }),
    loadPanel(api, resource, view, recordPanelsToo, signal),
    pickedLabels(api, resource, view.query, signal),
  ])
  return { ...page, panel, picked, writeKey: newIdempotencyKey() }
}

const isUntidy = (params: URLSearchParams) =>
  params.getAll('columns').length > 1 ||
  [...params].some(
    ([name, value]) =>
      /^filter\[\w+\]\[eq\]\.(label|text)$/.test(name) ||
      (value === '' && /^(search|sort|limit|after|filter\[.*)$/.test(name) && name !== noticeParam),
  )

/** Panels that work on one record. */
const recordPanels = ['edit', 'delete']

async function loadPanel(
  api: Api,
  resource: Resource,
  { panel }: ListView,
  more: readonly string[],
  signal: AbortSignal,
): Promise<PanelData> {
  if (!panel || ![...recordPanels, ...more].includes(panel.kind)) return null
  const what = resource.title.one
  if (panel.id === null) return { failure: { code: 'not_found', what } }
  try {
    const [record, uses] = await Promise.all([
      readRecord(api, resource, panel.id, signal),
      panel.kind === 'delete' ? usesOf(api, resource, panel.id, signal) : null,
    ])
    if (!isWithin(resource, record)) return { failure: { code: 'not_found', what } }
    return { record, uses }
  } catch (error) {
    // The list stands all the same; the panel says what is wrong with its record.
    if (!(error instanceof ApiFailure)) throw error
    const failure = pageFailure(error, what)
    return { failure: error.status === 404 ? { ...failure, code: 'not_found' } : failure }
  }
}
