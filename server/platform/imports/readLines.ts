import type { Field } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import type { Fields } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { armed } from '../csv/formulas.ts'
import type { StoreIds } from '../records/inScope.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '../schema.ts'
import { candidatesOf, meantBy, textsIn } from './candidates.ts'
import type { Candidates } from './candidates.ts'
import type { Importing } from './importing.ts'

export type Line = { line: number; cells: string[] }
export type Read = { values: Values; errors: FieldErrors }

/** How the cells of lines become values of these fields; what they refer to is looked up for all of them at once. */
export async function readerOf(
  db: Connection,
  { mapping, place }: Pick<Importing, 'mapping' | 'place'>,
  { fields, scope, storeIds }: { fields: Fields; scope: string | undefined; storeIds: StoreIds },
  lines: readonly Line[],
) {
  const textOf = (name: string, { cells }: Line) => armed((cells[mapping[name] ?? -1] ?? '').trim())
  // What amounts are counted in, and the store that names are looked for in, come first.
  const rank = (field: Field) => (field.kind === 'money' ? 2 : field.to ? 1 : 0)
  const named = Object.entries(fields)
    .filter(([name]) => name in mapping)
    .toSorted(([a, one], [b, other]) =>
      a === scope ? -1 : b === scope ? 1 : rank(one) - rank(other),
    )
  const meant = new Map<string, Candidates>()
  for (const [name, field] of named) {
    if (!field.to) continue
    const texts = lines.flatMap((line) => textsIn(field, textOf(name, line))).filter(Boolean)
    meant.set(name, await candidatesOf(db, field.to, texts, storeIds))
  }

  /** The values that a line gives, these fields of it alone; a record that is there already was `before`. */
  return (line: Line, names: (name: string) => boolean, before?: Values): Read => {
    const values: Values = {}
    const errors: FieldErrors = {}
    const whole = () => ({ ...before, ...place, ...values })
    for (const [name, field] of named) {
      if (!names(name)) continue
      const text = textOf(name, line)
      if (text === '') {
        // What starts with something is left as it is, or starts so.
        if (!field.required || field.initial === undefined) values[name] = kindOf(field).empty
        continue
      }
      if (!field.to) {
        values[name] = kindOf(field).csv?.in(text, field, whole())
        continue
      }
      const storeId = scope === undefined || name === scope ? undefined : whole()[scope]
      const ids = textsIn(field, text).map((one) =>
        meantBy(field, one, meant.get(name)?.(one, storeId) ?? [], before?.[name]),
      )
      const wrong = ids.find((id) => typeof id === 'object')
      if (wrong) errors[name] = wrong.error
      else values[name] = kindOf(field).several ? ids : ids[0]
    }
    return { values, errors }
  }
}
