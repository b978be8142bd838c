import { redirect } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { buildDifferingStoresQuery } from '#shared/areas/stores/blueprints/differingStores.ts'
import { isChangeableSetting } from '#shared/areas/stores/blueprints/compareStores.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { createBulkPlan } from '#shared/engine/bulk/bulkCalls.ts'
import { planParam } from '#shared/engine/bulk/planParams.ts'
import { parseListView } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { actionParam, buildBulkUrl, fieldParam } from '#client/list/bulk/bulkUrl.ts'
import { FormError, handleForm } from '#client/form/handleForm.ts'
import { getFormContext } from '#client/form/formContext.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { compareMessages } from './messages.ts'

/**
 * Plans the selected settings as a bulk change of stores, and opens the plan's page. The form names
 * the store to change, or else all stores that differ from the blueprint change.
 */
const planChanges: Intent = async ({ api, form, key }) => {
  const names = form.getAll('setting').map(String).filter(isChangeableSetting)
  if (names.length === 0) throw new FormError({ setting: compareMessages.chooseSetting })
  const [store, blueprint] = [Number(form.get('store')), Number(form.get('blueprint'))]
  const source = blueprint
    ? await loadRecord(api, blueprints, blueprint)
    : await loadRecord(api, stores, Number(form.get('with')))
  const values = Object.fromEntries(names.map((name) => [name, source[name] ?? null]))
  const query = store ? '' : buildDifferingStoresQuery(blueprint)
  const plan = await createBulkPlan(
    api,
    stores,
    { action: 'change', values, selection: store ? { ids: [store] } : { query } },
    key,
  )
  const view = parseListView(stores, new URLSearchParams(query))
  throw redirect(
    buildBulkUrl(stores, view, store ? [store] : 'all', {
      [actionParam]: 'change',
      [fieldParam]: names.join(','),
      [planParam]: `${plan.id}`,
    }),
  )
}

export async function planComparedChanges({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return handleForm({
    ...getFormContext(context),
    resource: stores,
    form: await request.formData(),
    intents: { plan: planChanges },
    url: request.url,
    back: pathname + search,
  })
}
