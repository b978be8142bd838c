import { normalizeLines } from '#shared/engine/normalizeText.ts'
import { withPlainLineEnds } from '#shared/engine/fields/kind.ts'
import { currencyFor } from '#shared/engine/fields/rules.ts'
import { messages } from '#shared/messages.ts'
import { exampleAmount, isAmbiguousAmount } from '#shared/format/money.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import type { Fields } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { armed } from '../csv/formulas.ts'
import type { Scoped } from '../records/inScope.ts'
import type { Values } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { candidatesOf, meantBy, quoteMisspelled, textsIn } from './candidates.ts'
import type { Candidates } from './candidates.ts'
import { fillsOf } from './fillsOf.ts'
import type { Importing } from './importing.ts'
import { engineMessages } from '#shared/engine/messages.ts'

export type Line = { line: number; cells: string[] }
export type Read = { values: Values; errors: FieldErrors }

/** What a line is read beside: what was read of it before, and the record that is there already. */
type Known = { beside?: Values; before?: Values | undefined }

/** How the cells of lines become values of these fields; what they refer to is looked up for all of them at once. */
export async function readerOf(
  db: Connection,
  {
    mapping,
    place,
    delimiter,
    heads,
  }: Pick<Importing, 'mapping' | 'place' | 'delimiter' | 'heads'>,
  { resource, fields }: { resource: Scoped; fields: Fields },
  lines: readonly Line[],
) {
  const { scope, storeIds } = resource
  const textOf = (name: string, { cells }: Line) =>
    armed(normalizeLines(withPlainLineEnds(cells[mapping[name] ?? -1] ?? '')))
  // What amounts are counted in, and the store that names are looked for in, come first.
  const rank = (field: Field) => (field.kind === 'money' ? 2 : field.to ? 1 : 0)
  const named = Object.entries(fields)
    .filter(([name]) => name in mapping)
    .toSorted(([a, one], [b, other]) =>
      a === scope ? -1 : b === scope ? 1 : rank(one) - rank(other),
    )
  const meant = new Map<string, Candidates>()
  const mentioned = new Map(Object.entries(place).map(([name, id]) => [name, [id]]))
  for (const [name, field] of named) {
    if (!field.to) continue
    const texts = lines.flatMap((line) => textsIn(field, textOf(name, line))).filter(Boolean)
    const candidates = await candidatesOf(db, field.to, texts, storeIds)
    meant.set(name, candidates)
    mentioned.set(
      name,
      texts.flatMap((one) => candidates(one, null)),
    )
  }
  const fills = await fillsOf(db, resource, mentioned)

  /** The values that a line gives, these fields of it alone; what it leaves out of a new record is filled by what it refers to. */
  const readValues = (
    line: Line,
    names: (name: string) => boolean,
    { beside, before }: Known = {},
  ): Read => {
    const values: Values = {}
    const errors: FieldErrors = {}
    const given = () => ({ ...beside, ...before, ...place, ...values })
    const isLeft = ([name]: [string, unknown]) => names(name) && textOf(name, line) === ''
    // A record that is there keeps its own.
    const filled = () =>
      before ? {} : Object.fromEntries(Object.entries(fills(given())).filter(isLeft))
    const whole = () => ({ ...given(), ...filled() })
    for (const [name, field] of named) {
      if (!names(name)) continue
      const text = textOf(name, line)
      if (text === '') {
        // What starts with something is left as it is, or starts so.
        if (!field.required || field.initial === undefined) values[name] = kindOf(field).empty
        continue
      }
      if (field.kind === 'money' && delimiter !== ',' && isAmbiguousAmount(text)) {
        const currency = currencyFor(field, whole())
        const label = engineMessages.amountIn(field.label, currency)
        errors[name] = messages.validation.ambiguousAmount(label, text, exampleAmount(currency))
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
      if (wrong)
        errors[name] = quoteMisspelled(field, text, heads[mapping[name] ?? -1]) ?? wrong.error
      else values[name] = kindOf(field).several ? ids : ids[0]
    }
    return { values: { ...values, ...filled() }, errors }
  }
  return { readValues, cellOf: textOf }
}
