import { sql } from 'kysely'
import { text as textField, toggle } from '#shared/engine/fields/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limitReached } from '#shared/engine/problemTitles.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { validationFailed, notFound, HttpError } from '../platform/httpError.ts'
import {
  arraySchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  recordIdSchema,
  stringSchema,
} from '../http/schema.ts'
import type { ReadableResource } from '../records/list/readExtension.ts'
import { parseId } from '../records/recordId.ts'
import { parseValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { listViews, requireListResource, explainUnsupportedView } from './listViews.ts'
import { findSelectedIds, splitSelection } from './savedSelections.ts'
import { viewMessages } from './messages.ts'

const maxViewsPerList = 50

const viewNameFields = {
  name: textField(viewMessages.name, { max: 60 }),
  shared: toggle(viewMessages.shared, { initial: false }),
}
/** The address of a view without filters is empty. */
const viewAddressField = { ...textField(viewMessages.address, { max: 2000 }), required: false }
const viewFields = { ...viewNameFields, address: viewAddressField }
const viewListField = textField(viewMessages.list, { max: 60 })

const viewFlagSchema = { type: 'boolean' }
const viewCountSchema = objectSchema({ total: integerSchema, totalIsCapped: viewFlagSchema })
const viewSchema = nameSchema(
  'View',
  objectSchema({
    id: integerSchema,
    name: stringSchema,
    address: stringSchema,
    shared: viewFlagSchema,
    mine: viewFlagSchema,
    isDefault: viewFlagSchema,
    count: nullableSchema(viewCountSchema),
    why: nullableSchema(stringSchema),
    saved: nullableSchema(integerSchema),
  }),
)
/** Either of the two, as in a plan of a bulk change. */
const selectionSchema = objectSchema({ ids: arraySchema(integerSchema), query: stringSchema }, [])
const newViewSchema = objectSchema(
  {
    resource: stringSchema,
    name: stringSchema,
    address: stringSchema,
    shared: viewFlagSchema,
    selection: selectionSchema,
  },
  ['resource', 'name', 'address', 'shared'],
)
const viewChangesSchema = objectSchema(
  { name: stringSchema, address: stringSchema, shared: viewFlagSchema },
  [],
)
const viewWriteOptions = { kind: 'write', permission: 'signedIn' } as const

/**
 * Views of lists: the operator's own, and those shared by others. Their order and the default are
 * preferences.
 */
export const buildViewCalls = (resources: readonly ReadableResource[]): Call[] => [
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/views',
    summary:
      "List the caller's views of a list and those shared by others, in the caller's order, each with its count",
    query: [{ name: 'resource', description: 'The name of the list', schema: stringSchema }],
    success: { status: 200, schema: objectSchema({ data: arraySchema(viewSchema) }) },
    handler: (request, platform, caller) => listViews(resources, request, platform, caller),
  },
  {
    ...viewWriteOptions,
    method: 'post',
    path: '/views',
    summary: 'Save a view of a list',
    body: newViewSchema,
    success: { status: 201, schema: recordIdSchema },
    handler: (context: RequestContext) => createView(resources, context),
  },
  {
    ...viewWriteOptions,
    method: 'patch',
    path: '/views/:id',
    summary: "Rename, share, or change one of the caller's views",
    body: viewChangesSchema,
    success: { status: 200, schema: recordIdSchema },
    handler: (context: RequestContext) => updateView(resources, context),
  },
  {
    ...viewWriteOptions,
    method: 'delete',
    path: '/views/:id',
    summary: "Delete one of the caller's views",
    success: { status: 204 },
    handler: handleDeleteSavedView,
  },
]

async function createView(
  resources: readonly ReadableResource[],
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  const { selection, body } = splitSelection(request.body)
  const { resource: list, ...values } = parseValues(
    { fields: { ...viewFields, resource: viewListField } },
    body,
    'all',
  )
  const resource = requireListResource(resources, list)
  requirePermission(`${resource.permission}:read`, caller)
  await sql`select pg_advisory_xact_lock(hashtext(${`views of ${caller.id}`}))`.execute(trx)
  const own = await sql<{ count: number }>`
    select count(*) as count from views
    where user_id = ${caller.id} and resource = ${resource.name}`.execute(trx)
  if (Number(own.rows[0]?.count) >= maxViewsPerList)
    throw new HttpError(409, 'conflict', viewMessages.limit(maxViewsPerList), {
      title: limitReached,
    })
  requireSupportedView(resource, values)
  await requireUniqueName(context, resource.name, values['name'], 0)
  const ids =
    selection &&
    (await findSelectedIds(trx, limitToCaller(caller, resource), selection, new Date(now)))
  const { rows } = await sql<{ id: number }>`
    insert into views (user_id, resource, name, address, shared, ids, updated_at)
    values (${caller.id}, ${resource.name}, ${values['name']}, ${values['address'] ?? ''},
      ${values['shared']}, ${ids}, ${now}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // Just created.
  const target = { type: 'views', id, label: String(values['name']) }
  const after = { ...values, ...(ids && { records: ids.length }) }
  await audit({ event: 'views.created', target, after })
  return { status: 201, body: { id } }
}

type StoredView = { id: number; resource: string; name: string; address: string; shared: boolean }

async function updateView(
  resources: readonly ReadableResource[],
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, request, now, audit } = context
  const before = await lockOwnView(context)
  const values = parseValues({ fields: viewFields }, request.body, 'present')
  requireSupportedView(requireListResource(resources, before.resource), values)
  await sql`select pg_advisory_xact_lock(hashtext(${`views of ${caller.id}`}))`.execute(trx)
  if ('name' in values) await requireUniqueName(context, before.resource, values['name'], before.id)
  const after = {
    ...before,
    ...values,
    ...('address' in values && { address: values['address'] ?? '' }),
  }
  await sql`update views set name = ${after.name}, address = ${after.address},
    shared = ${after.shared}, updated_at = ${now} where id = ${before.id}`.execute(trx)
  const target = { type: 'views', id: before.id, label: before.name }
  await audit({ event: 'views.updated', target, before, after })
  return { status: 200, body: { id: before.id } }
}

async function handleDeleteSavedView(context: RequestContext): Promise<CallResult> {
  const before = await lockOwnView(context)
  await sql`delete from views where id = ${before.id}`.execute(context.trx)
  const target = { type: 'views', id: before.id, label: before.name }
  await context.audit({ event: 'views.deleted', target, before })
  return { status: 204 }
}

/** Locks one of the caller's own views. Rejects any other with 404. */
async function lockOwnView({ trx, caller, request }: RequestContext): Promise<StoredView> {
  const { rows } = await sql<StoredView>`
    select id, resource, name, address, shared from views
    where id = ${parseId(request.params, 'view')} and user_id = ${caller.id} for update`.execute(
    trx,
  )
  if (!rows[0]) throw notFound('view')
  return rows[0]
}

function requireSupportedView(resource: Resource, values: FieldValues): void {
  const why = explainUnsupportedView(resource, String(values['address'] ?? ''))
  if (why !== null) throw validationFailed({ address: why })
}

async function requireUniqueName(
  { trx, caller }: RequestContext,
  resource: string,
  name: unknown,
  except: number,
) {
  const { rows } = await sql`select id from views where user_id = ${caller.id}
    and resource = ${resource} and lower(name) = lower(${name}) and id <> ${except}`.execute(trx)
  if (rows.length > 0) throw validationFailed({ name: viewMessages.nameTaken })
}
