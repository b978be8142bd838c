import { sql } from 'kysely'
import { text as textField, toggle } from '#shared/engine/fields/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { limitReached } from '#shared/engine/problemTitles.ts'
import { demand } from '../http/answering.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { invalid, notFound, Refusal } from '../platform/refusal.ts'
import { listOf as arrayOf, orNull, text, whole } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import { idIn } from '../records/recordId.ts'
import { readValues } from '../records/values.ts'
import type { Values } from '../records/values.ts'
import { answerViews, listOf, misfit } from './readViews.ts'
import { viewMessages } from './messages.ts'

const most = 50

const named = {
  name: textField(viewMessages.name, { max: 60 }),
  shared: toggle(viewMessages.shared, { initial: false }),
}
/** A view of everything has an empty address. */
const address = { ...textField(viewMessages.address, { max: 2000 }), required: false }
const fields = { ...named, address }
const resourceField = textField(viewMessages.list, { max: 60 })

const flag = { type: 'boolean' }
const count = object({ total: whole, totalIsCapped: flag })
const view = object({
  id: whole,
  name: text,
  address: text,
  shared: flag,
  mine: flag,
  isDefault: flag,
  count: orNull(count),
  why: orNull(text),
})
const body = object({ resource: text, name: text, address: text, shared: flag })
const changes = object({ name: text, address: text, shared: flag }, [])
const write = { kind: 'write', needs: 'signedIn' } as const

/** Views of lists: an operator's own, and those that others share. The order and the default are preferences. */
export const viewCalls = (definitions: readonly Resource[]): Call[] => [
  {
    kind: 'read',
    needs: 'signedIn',
    method: 'get',
    path: '/views',
    summary:
      "List the caller's views of a list and those shared by others, in the caller's order, each with its count",
    query: [{ name: 'resource', description: 'The name of the list', schema: text }],
    success: { status: 200, schema: object({ data: arrayOf(view) }) },
    answer: (asked, platform, caller) => answerViews(definitions, asked, platform, caller),
  },
  {
    ...write,
    method: 'post',
    path: '/views',
    summary: 'Save a view of a list',
    body,
    success: { status: 201, schema: object({ id: whole }) },
    refusals: [409, 413, 415, 422],
    answer: (change: Change) => createView(definitions, change),
  },
  {
    ...write,
    method: 'patch',
    path: '/views/:id',
    summary: "Rename, share, or change one of the caller's views",
    body: changes,
    success: { status: 200, schema: object({ id: whole }) },
    refusals: [409, 413, 415, 422],
    answer: (change: Change) => changeView(definitions, change),
  },
  {
    ...write,
    method: 'delete',
    path: '/views/:id',
    summary: "Delete one of the caller's views",
    success: { status: 204 },
    refusals: [409, 422],
    answer: deleteView,
  },
]

async function createView(definitions: readonly Resource[], change: Change): Promise<Answer> {
  const { trx, caller, now, asked, audit } = change
  const { resource: list, ...values } = readValues(
    { fields: { ...fields, resource: resourceField } },
    asked.body,
    'all',
  )
  const resource = listOf(definitions, list)
  demand(`${resource.permission}:read`, caller)
  await sql`select pg_advisory_xact_lock(hashtext(${`views of ${caller.id}`}))`.execute(trx)
  const own = await sql<{ count: number }>`
    select count(*) as count from views
    where user_id = ${caller.id} and resource = ${resource.name}`.execute(trx)
  if (Number(own.rows[0]?.count) >= most)
    throw new Refusal(409, 'conflict', viewMessages.limit(most), { title: limitReached })
  refuseMisfit(resource, values)
  await refuseTaken(change, resource.name, values['name'], 0)
  const { rows } = await sql<{ id: number }>`
    insert into views (user_id, resource, name, address, shared, updated_at)
    values (${caller.id}, ${resource.name}, ${values['name']}, ${values['address'] ?? ''},
      ${values['shared']}, ${now}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // It was just made.
  const target = { type: 'views', id, label: String(values['name']) }
  await audit({ event: 'views.created', target, after: values })
  return { status: 201, body: { id } }
}

type Row = { id: number; resource: string; name: string; address: string; shared: boolean }

async function changeView(definitions: readonly Resource[], change: Change): Promise<Answer> {
  const { trx, caller, asked, now, audit } = change
  const before = await ownView(change)
  const values = readValues({ fields }, asked.body, 'present')
  refuseMisfit(listOf(definitions, before.resource), values)
  await sql`select pg_advisory_xact_lock(hashtext(${`views of ${caller.id}`}))`.execute(trx)
  if ('name' in values) await refuseTaken(change, before.resource, values['name'], before.id)
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

async function deleteView(change: Change): Promise<Answer> {
  const before = await ownView(change)
  await sql`delete from views where id = ${before.id}`.execute(change.trx)
  const target = { type: 'views', id: before.id, label: before.name }
  await change.audit({ event: 'views.deleted', target, before })
  return { status: 204 }
}

/** A view of the caller's own, held; another's is not there to be changed. */
async function ownView({ trx, caller, asked }: Change): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, resource, name, address, shared from views
    where id = ${idIn(asked.params, 'view')} and user_id = ${caller.id} for update`.execute(trx)
  if (!rows[0]) throw notFound('view')
  return rows[0]
}

function refuseMisfit(resource: Resource, values: Values): void {
  const why = misfit(resource, String(values['address'] ?? ''))
  if (why !== null) throw invalid({ address: why })
}

async function refuseTaken(
  { trx, caller }: Change,
  resource: string,
  name: unknown,
  except: number,
) {
  const { rows } = await sql`select id from views where user_id = ${caller.id}
    and resource = ${resource} and lower(name) = lower(${name}) and id <> ${except}`.execute(trx)
  if (rows.length > 0) throw invalid({ name: viewMessages.nameTaken })
}
