import { sql } from 'kysely'
import { record, string, type, unknown } from 'superstruct'
import { bulkActions } from '#shared/areas/bulkActions.ts'
import { asksOf, soMany } from '#shared/engine/bulk/bulk.ts'
import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import type { BulkPlan } from '#shared/engine/bulk/bulkCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Selection } from '#shared/engine/list/selection.ts'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import { demand } from '../http/answering.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, invalid } from '../platform/refusal.ts'
import { codeOf, pickBefore, savePlan } from './planRows.ts'
import type { PlannedRow } from './planRows.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { selectedBy } from '../records/list/selected.ts'
import type { Kept } from '../records/settled.ts'
import { readValues } from '../records/values.ts'
import type { Values } from '../records/values.ts'
import { wrongReferences } from '../records/wrongReferences.ts'
import { referringTo } from '../records/uses.ts'
import type { BulkWork } from '../records/bulkWork.ts'
import { checkChanges } from './checkChanges.ts'
import type { Checked } from './checkChanges.ts'
import { checkDeletions } from './checkDeletions.ts'
import { becoming, sameForAll, soAlready } from './recordJob.ts'
import { sidesOf } from './sides.ts'
import { bulkMessages } from './messages.ts'

const [shown, inBatch] = [20, 500]

const Asked = type({ action: string() })
const Given = record(string(), unknown())

/** POST /x/bulk/plan */
export async function planBulk(resource: Kept, change: Change): Promise<Answer> {
  const { trx, caller, now, asked } = change
  const { body } = asked
  if (!is(body, Asked) || !is(body, Selection)) throw badRequest(bulkMessages.body)
  const action = actionNamed(resource, body.action)
  demand(`${resource.permission}:${action.needs}`, caller)
  const scoped = scopedTo(caller, resource)
  const work = workOf(resource, action)
  const given = await givenTo(scoped, change, action, work, 'values' in body ? body.values : {})
  const most = action.name === 'delete' ? limits.bulkDeletions : limits.bulkRecords
  await resource.consequence?.keepTime?.(trx, now)
  const ids = await idsOf(scoped, change, body, most)
  const checked: Checked[] = []
  for (let at = 0; at < ids.length; at += inBatch) {
    const some = ids.slice(at, at + inBatch)
    checked.push(
      ...(action.name === 'delete'
        ? await checkDeletions(scoped, change, some)
        : await checkChanges(scoped, change, changesTo(some, work, given, change), work)),
    )
  }
  const changed = checked.filter(({ refused, values }) => !refused && hasAny(values))
  const refused = checked.filter((one) => one.refused !== null)
  const same = checked.filter((one) => !one.refused && !hasAny(one.values))
  const reached = changed.map((one) => one.id)
  const warnings = reached.length > 0 ? await work.warns?.(trx, reached) : undefined
  const forecast = action.name === 'delete' ? [] : await forecastOf(resource, change, changed)
  const reaches = reached.length > 0 ? await reachesOf(scoped, trx, { work, reached, given }) : []
  const warns = [...(warnings?.all ?? []), ...forecast]
  const allReaches = [...reaches, ...(work.row ? [] : [bulkMessages.canUndo])]
  const warnsOf = (one: number) => warnings?.of.get(one) ?? []
  const { id, expiresAt } = await savePlan(change, {
    name: resource.name,
    action: action.name,
    given,
    summary: {
      needs: `${resource.permission}:${action.needs}`,
      of: resource.name,
      storeIds: caller.storeIds,
      warns,
      reaches: allReaches,
    },
    rows: [...changed, ...refused, ...same].map((one) => toRow(resource, work, one, warnsOf)),
  })
  const counts = {
    changes: changed.length,
    refused: refused.length,
    unchanged: same.length,
    total: checked.length,
  }
  const sides = await sidesOf(trx, scoped, changed.slice(0, shown))
  const answer: BulkPlan = {
    id,
    expiresAt,
    counts,
    first: sides.map((side, at) => ({
      id: changed[at]?.id ?? 0,
      label: changed[at]?.label ?? '',
      ...side,
      warns: warnsOf(changed[at]?.id ?? 0),
    })),
    refused: refused
      .slice(0, shown)
      .map((one) => ({ id: one.id, label: one.label, sentence: one.refused ?? '' })),
    warns,
    reaches: allReaches,
  }
  return { status: 200, body: answer }
}

type Reaching = { work: BulkWork; reached: readonly number[]; given: Values }

/** What its area says that it reaches, else what refers to those that change. */
const reachesOf = (
  { dependents, storeIds }: Scoped<Kept>,
  trx: Change['trx'],
  { work, reached, given }: Reaching,
) => work.reaches?.(trx, reached, given) ?? referringTo(dependents, trx, reached, storeIds)

const forecastOf = async (
  { consequence }: Kept,
  change: Change,
  changed: readonly Checked[],
): Promise<string[]> => {
  const changes = changed.flatMap(({ before, values }) => (before ? [{ before, values }] : []))
  return (changes.length > 0 && (await consequence?.forecast?.(change, changes))) || []
}

const hasAny = (values: Values) => Object.keys(values).length > 0

export function actionNamed(resource: Kept, name: string): BulkAction {
  const actions = bulkActions(resource)
  const action = actions.find((one) => one.name === name)
  if (action) return action
  const names = actions.map((one) => one.name).join(', ')
  throw badRequest(resource.noBulk ?? bulkMessages.unknownAction(names))
}

export const workOf = (resource: Kept, { name }: BulkAction): BulkWork =>
  resource.bulk?.[name] ?? sameForAll

async function givenTo(
  resource: Scoped<Kept>,
  change: Change,
  { name, fields }: BulkAction,
  work: BulkWork,
  sent: unknown,
): Promise<Values> {
  if (!is(sent, Given)) throw badRequest(bulkMessages.valuesNotObject)
  const isChange = name === 'change'
  const given = readValues({ fields }, sent, isChange ? 'present' : 'all')
  if (isChange && !hasAny(given))
    throw invalid({ [Object.keys(fields)[0] ?? 'values']: bulkMessages.chooseChange })
  const scoped = { name: resource.name, fields, storeIds: resource.storeIds }
  const [wrong = {}] = isChange ? [] : await wrongReferences(change.trx, scoped, [given])
  if (hasAny(wrong)) throw invalid(wrong)
  await work.admit?.(change, given)
  return given
}

async function idsOf(
  resource: Scoped<Kept>,
  { trx }: Change,
  selection: Selection,
  most: number,
): Promise<number[]> {
  const isSelected = await selectedBy(trx, resource, selection)
  const { rows } = await sql<{ id: number }>`
    select id from ${rowsOf(resource, resource.storeIds)} where ${isSelected}
    order by ${sql.ref(resource.label)}, id limit ${most + 1}`.execute(trx)
  if (rows.length === 0) throw invalid({ ids: bulkMessages.nothingSelected })
  if (rows.length > most) throw invalid({ ids: bulkMessages.tooMany(most) })
  return rows.map(({ id }) => id)
}

const changesTo = (ids: number[], work: BulkWork, given: Values, change: Change) =>
  ids.map((id) => ({
    id,
    version: null,
    becomes: (before: AnyRecord) => becoming(work, before, given, change),
  }))

/** A row of the plan, with what its job needs to know. */
function toRow(
  resource: Kept,
  work: BulkWork,
  { id, label, before, values, refused }: Checked,
  warnsOf: (id: number) => string[],
): PlannedRow {
  const row = { targetId: id, label, code: codeOf(before) }
  if (refused !== null) return { ...row, outcome: 'refused', sentence: refused }
  if (!hasAny(values)) return { ...row, ...soAlready }
  return {
    ...row,
    outcome: 'change',
    before: pickBefore(resource, before, Object.keys(values)),
    becomes: values,
    warns: warnsOf(id),
    input: before && work.row ? work.row(before) : { version: before?.version },
  }
}

/** `12 stores`, as the title of a job ends. */
export const titleOf = (
  resource: Kept,
  action: BulkAction,
  { given, count }: { given: Values; count: number },
): string => `${asksOf(action, Object.keys(given))} ${soMany(resource, count)}`
