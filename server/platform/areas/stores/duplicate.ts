import { sql } from 'kysely'
import { array, enums, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  fieldsOfSections,
  storeSectionNames,
  storeSections,
} from '#shared/areas/stores/storeSections.ts'
import { initialValues } from '#shared/engine/fields/validation.ts'
import { isSharedSetupKind } from '#shared/areas/stores/storeSetupCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, noPermission, Refusal } from '#server/platform/core/platform/refusal.ts'
import { setupsOfStores } from '#server/platform/core/integrations/setupsOfStores.ts'
import { keptGroups } from '../members/keptGroups.ts'
import { createRecord, makeRecords } from '#server/platform/core/records/changes/create.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { settled } from '#server/platform/core/records/settled.ts'
import { keptStores } from './consequences.ts'
import { assignSetup, canAssign } from './setupOffers.ts'
import { storeCallMessages } from './messages.ts'

const say = storeRuleMessages.duplicate

const Duplicate = type({ values: type({}), sections: array(enums(storeSectionNames)) })

/** POST /stores/ID/duplicate: a new draft; what the values leave out comes from the store where its section is chosen. */
export async function duplicateStore(change: Change): Promise<Answer> {
  const { trx, asked, caller, audit } = change
  const kept = scopedTo(caller, keptStores)
  const { body } = asked
  if (!is(body, Duplicate))
    throw badRequest(storeCallMessages.duplicateBody(storeSectionNames.join(', ')))
  const hasGroups = body.sections.includes('groups')
  if (hasGroups) refuseGroups(caller)
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
  const hasIntegrations = body.sections.includes('integrations')
  if (!hasGroups && !hasIntegrations) return made
  if (hasIntegrations) await shareSetups(change, template.id, store.id)
  if (hasGroups) await copyGroups(change, template.id, store.id)
  const [whole] = await settled(kept, change, [store], [store])
  return { ...made, body: whole }
}

/** Makes a store use the setups that serve another one, except those that the caller can't assign. */
async function shareSetups(change: Change, from: number, storeId: number): Promise<void> {
  const setups = await setupsOfStores(change.trx, [from])
  // A store's own mail setting is a field, which was copied.
  for (const { kind, record } of setups)
    if (kind !== 'mail' && isSharedSetupKind(kind) && canAssign(change.caller, kind))
      await assignSetup(change, storeId, { kind, id: record.id })
}

const { needs: groupsRight } = storeSections.groups

/** Told before anything is made: they are the same groups that this account could make by hand. */
function refuseGroups(caller: Caller): void {
  if (holds(groupsRight, caller)) return
  throw noPermission(say.mayNot(groupsRight))
}

async function copyGroups(change: Change, from: number, storeId: number): Promise<void> {
  const { trx, caller } = change
  const names = Object.keys(memberGroups.fields).map((name) => sql.ref(name))
  const { rows } = await sql<AnyRecord>`
    select ${sql.join(names)} from member_groups where store_id = ${from} order by id`.execute(trx)
  for (const group of rows) {
    const values = { ...group, storeId }
    await makeRecords(scopedTo(caller, keptGroups), change, [values]).catch((error: unknown) => {
      const { fields } = error instanceof Refusal ? error.problem : {}
      if (!fields) throw error
      const detail = say.group(String(group['name']), joinSentences(Object.values(fields)))
      throw new Refusal(409, 'wrong_state', detail)
    })
  }
}
