import { sameValue } from '#shared/engine/fields/formValues.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import type { Work } from '../http/call.ts'
import { invalid, notFound, Refusal } from '../platform/refusal.ts'
import { admit } from '../records/admitted.ts'
import { refuseLimited } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { conflictWith, readMany } from '../records/read.ts'
import { takenError } from '../records/refusedFields.ts'
import { wrongIn } from '../records/settled.ts'
import type { Kept } from '../records/settled.ts'
import { comparableKey, takenIn } from '../records/taken.ts'
import type { Values } from '../records/values.ts'
import type { BulkWork } from '../records/bulkWork.ts'

/** What is to become of one record: it must have this version, where one is named. */
export type ChangeOf = {
  id: number
  version: number | null
  becomes: (before: AnyRecord) => Values | Promise<Values>
}

/** What would become of it: the values that change, none where it is so already, or why it is refused. */
export type Checked = {
  id: number
  label: string
  before: AnyRecord | null
  values: Values
  refused: string | null
}

export type Manner = Pick<BulkWork, 'derived' | 'hold' | 'addFacts'>

/** The sentence of a refusal; what is no refusal is thrown on. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return error.problem.detail
}

/** Looks at many records at once, and writes nothing; where it `holds` them, nobody changes them until the transaction ends. */
export async function checkChanges(
  resource: Scoped<Kept>,
  work: Work,
  changes: readonly ChangeOf[],
  { derived, hold, addFacts, holds = false }: Manner & { holds?: boolean },
): Promise<Checked[]> {
  const ids = changes.map(({ id }) => id)
  if (holds) await hold?.(work.trx, ids)
  const read = await readMany(work.trx, resource, ids, holds)
  const found = addFacts ? await addTo(read, (all) => addFacts(work.trx, all)) : read
  const checked: Checked[] = []
  for (const change of changes) {
    const before = found.get(change.id) ?? null
    const one = { id: change.id, label: before ? labelOf(resource, before) : '', before }
    const looked = await changing(resource, work, change, before, derived).then(
      (values) => ({ values, refused: null }),
      (error: unknown) => ({ values: {}, refused: sentenceOf(error) }),
    )
    checked.push({ ...one, ...looked })
  }
  if (!derived) await refuseWrongOnes(resource, work, checked)
  return checked
}

async function addTo(
  records: ReadonlyMap<number, AnyRecord>,
  add: (all: AnyRecord[]) => Promise<AnyRecord[]>,
): Promise<Map<number, AnyRecord>> {
  return new Map((await add([...records.values()])).map((record) => [record.id, record]))
}

/** The values of one record that are to change, as far as the record by itself tells. */
async function changing(
  resource: Scoped<Kept>,
  work: Work,
  { version, becomes }: ChangeOf,
  before: AnyRecord | null,
  derived: true | undefined,
): Promise<Values> {
  const { title, fields, consequence } = resource
  refuseLimited(resource)
  if (!before) throw notFound(title.one)
  if (version !== null && version !== before.version) throw conflictWith(before)
  consequence?.refuse?.(before)
  const given = await becomes(before)
  const values = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !sameValue(before[name] ?? null, value)),
  )
  const names = Object.keys(values)
  if (derived || names.length === 0) return values
  const fixed = names.filter((name) => fields[name]?.fixed)
  const told = fixed.map((name) => [name, platformMessages.fixed(fields[name]?.label ?? name)])
  if (fixed.length > 0) throw invalid(Object.fromEntries(told))
  await admit(resource, work, { before, values })
  return values
}

/** What is wrong by references, the area's word, and what others have: asked of all at once. */
async function refuseWrongOnes(resource: Scoped<Kept>, work: Work, checked: Checked[]) {
  const { platform, trx, caller } = work
  const open = checked.flatMap((one) =>
    one.before && !one.refused && Object.keys(one.values).length > 0
      ? [{ one, before: one.before, values: one.values }]
      : [],
  )
  if (open.length === 0) return
  const values = open.map((each) => each.values)
  const befores = open.map(({ before }) => before)
  const wrong = await wrongIn(resource, platform, trx, values, { changed: { befores, caller } })
  const taken = await takenAmong(resource, work, open)
  for (const [at, { one }] of open.entries()) {
    const errors = { ...taken[at], ...wrong[at] }
    if (Object.keys(errors).length > 0) one.refused = sentenceOf(invalid(errors))
  }
}

type Open = { before: AnyRecord; values: Values }

/** Of what others have, those of these alone that change a part of it: themselves they do not meet. */
async function takenAmong(resource: Scoped<Kept>, { trx }: Work, open: Open[]) {
  const found: FieldErrors[] = open.map(() => ({}))
  for (const names of resource.unique) {
    const touched = open.flatMap(({ before, values }, at) =>
      names.some((name) => name in values) ? [{ at, values: { ...before, ...values } }] : [],
    )
    if (touched.length === 0) continue
    const records = touched.map(({ values }) => ({ values, errors: {} }))
    const taken = await takenIn(trx, { ...resource, unique: [names] }, records)
    const met = new Set<string>()
    for (const [place, { at, values }] of touched.entries()) {
      found[at] = { ...found[at], ...taken[place] }
      const parts = names.map((name) => values[name])
      const key = comparableKey(resource, names, values)
      // Of those that would become equal the first one is let.
      if (!parts.includes(null) && met.has(key))
        found[at] = { ...found[at], ...takenError(resource, names) }
      met.add(key)
    }
  }
  return found
}
