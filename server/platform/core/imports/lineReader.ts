import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { normalizeLines } from '#shared/engine/normalizeText.ts'
import { normalizeLineEnds } from '#shared/engine/fields/kind.ts'
import { getCurrency } from '#shared/engine/fields/rules.ts'
import { messages } from '#shared/messages.ts'
import { getExampleAmount, isAmbiguousAmount } from '#shared/format/money.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import type { Fields } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { unescapeFormula } from '../csv/formulas.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import type { FieldValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  loadReferenceCandidates,
  resolveCell,
  describeMisspelledEmail,
  splitCell,
} from './candidates.ts'
import type { FindCandidates } from './candidates.ts'
import { loadAutofill } from './loadAutofill.ts'
import type { StoredImport } from './loadImport.ts'
import { engineMessages } from '#shared/engine/messages.ts'

export type ImportLine = { line: number; cells: string[] }
type LineValues = { values: FieldValues; errors: ValidationErrors }

/** The values read from the line earlier, and the existing record. */
type LineContext = { beside?: FieldValues; before?: FieldValues | undefined }

/**
 * Creates a reader that parses cells into these fields. Looks up the references of all lines at
 * once.
 */
export async function createLineReader(
  db: Connection,
  {
    mapping,
    place,
    delimiter,
    heads,
  }: Pick<StoredImport, 'mapping' | 'place' | 'delimiter' | 'heads'>,
  { resource, fields }: { resource: ScopedResource; fields: Fields },
  lines: readonly ImportLine[],
) {
  const { storeIds } = resource
  const { scope } = resource.relations
  const getCellText = (name: string, { cells }: ImportLine) =>
    unescapeFormula(normalizeLines(normalizeLineEnds(cells[mapping[name] ?? -1] ?? '')))
  // The currency of amounts, and the store that names are looked up in, come first.
  const getRank = (field: Field) => (field.kind === 'money' ? 2 : field.target ? 1 : 0)
  const named = Object.entries(fields)
    .filter(([name]) => name in mapping)
    .toSorted(([a, one], [b, other]) =>
      a === scope ? -1 : b === scope ? 1 : getRank(one) - getRank(other),
    )
  const candidatesByField = new Map<string, FindCandidates>()
  const recordIdsByField = new Map(Object.entries(place).map(([name, id]) => [name, [id]]))
  for (const [name, field] of named) {
    const target = getReferenceTarget(field)
    if (!target) continue
    const texts = lines.flatMap((line) => splitCell(field, getCellText(name, line))).filter(Boolean)
    const candidates = await loadReferenceCandidates(db, target, texts, storeIds)
    candidatesByField.set(name, candidates)
    recordIdsByField.set(
      name,
      texts.flatMap((one) => candidates(one, null)),
    )
  }
  const autofill = await loadAutofill(db, resource, recordIdsByField)

  /**
   * Reads the line's values of these fields. The references fill in what the line leaves out of a
   * new record.
   */
  const readValues = (
    line: ImportLine,
    names: (name: string) => boolean,
    { beside, before }: LineContext = {},
  ): LineValues => {
    const values: FieldValues = {}
    const errors: ValidationErrors = {}
    const collectValues = () => ({ ...beside, ...before, ...place, ...values })
    const isBlank = ([name]: [string, unknown]) => names(name) && getCellText(name, line) === ''
    // An existing record keeps its values.
    const collectAutofill = () =>
      before ? {} : Object.fromEntries(Object.entries(autofill(collectValues())).filter(isBlank))
    const collectAllValues = () => ({ ...collectValues(), ...collectAutofill() })
    for (const [name, field] of named) {
      if (!names(name)) continue
      const text = getCellText(name, line)
      if (text === '') {
        // A field with an initial value keeps it, or starts with it.
        if (!field.required || field.initial === undefined) values[name] = getKind(field).emptyValue
        continue
      }
      if (field.kind === 'money' && delimiter !== ',' && isAmbiguousAmount(text)) {
        const currency = getCurrency(field, collectAllValues())
        const label = engineMessages.amountIn(field.label, currency)
        errors[name] = messages.validation.ambiguousAmount(label, text, getExampleAmount(currency))
        continue
      }
      if (!field.target) {
        values[name] = getKind(field).csv?.in(text, field, collectAllValues())
        continue
      }
      const storeId = scope === undefined || name === scope ? undefined : collectAllValues()[scope]
      const ids = splitCell(field, text).map((one) =>
        resolveCell(field, one, candidatesByField.get(name)?.(one, storeId) ?? [], before?.[name]),
      )
      const rejection = ids.find((id) => typeof id === 'object')
      if (rejection)
        errors[name] =
          describeMisspelledEmail(field, text, heads[mapping[name] ?? -1]) ?? rejection.error
      else values[name] = getKind(field).multiple ? ids : ids[0]
    }
    return { values: { ...values, ...collectAutofill() }, errors }
  }
  return { readValues, cellOf: getCellText }
}
