import { sql } from 'kysely'
import { array, enums, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { stores } from '#shared/resources/stores.ts'
import { fieldsOfSections, storeSectionNames } from '#shared/stores/storeSections.ts'
import { initialValues } from '#shared/engine/validation.ts'
import { targetOf } from '../audit/audit.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest } from '../http/refusal.ts'
import { createRecord } from '../records/create.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { settled } from '../records/settled.ts'
import { keptStores } from './consequences.ts'

const Duplicate = type({ values: type({}), sections: array(enums(storeSectionNames)) })

/** POST /stores/ID/duplicate: a new draft; what the values leave out comes from the store where its section is chosen. */
export async function duplicateStore(change: Change): Promise<Answer> {
  const { trx, asked, caller, audit } = change
  const kept = scopedTo(caller, keptStores)
  const { body } = asked
  if (!is(body, Duplicate))
    throw badRequest(`The body must hold values, and sections of ${storeSectionNames.join(', ')}.`)
  const template = await readRecord(trx, scopedTo(caller, stores), recordIdOf(stores, asked))
  const copied = fieldsOfSections(body.sections).map((name) => [name, template[name]])
  const values = { ...initialValues(stores), ...Object.fromEntries(copied), ...body.values }
  const made = await createRecord(kept, { ...change, asked: { ...asked, body: values } })
  const store = made.body as AnyRecord // What creating a record answers.

  await audit({
    event: `${stores.name}.duplicated`,
    target: targetOf(stores, template),
    after: { into: store['code'], sections: body.sections },
  })
  if (!body.sections.includes('groups')) return made
  await copyGroups(change, template.id, store.id)
  const [whole] = await settled(kept, change, [store], [store])
  return { ...made, body: whole }
}

async function copyGroups(change: Change, from: number, to: number): Promise<void> {
  const { trx, now, caller, audit } = change
  const names = Object.keys(memberGroups.fields).filter((name) => name !== memberGroups.scope)
  const copied = sql.join(names.map((name) => sql.ref(name)))
  const { rows } = await sql<AnyRecord>`
    insert into member_groups (store_id, ${copied}, created_at, created_by, updated_at, updated_by)
    select ${to}, ${copied}, ${now}, ${caller.email}, ${now}, ${caller.email}
    from member_groups where store_id = ${from} order by id
    returning id, store_id, ${copied}`.execute(trx)
  if (rows.length === 0) return
  await audit(
    ...rows.map((group) => ({
      event: `${memberGroups.name}.created`,
      target: targetOf(memberGroups, group),
      after: Object.fromEntries(
        Object.keys(memberGroups.fields).map((name) => [name, group[name]]),
      ),
    })),
  )
}
