import { sql } from 'kysely'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { messages } from '#shared/messages.ts'
import { getRequiredNewFields, getOptionalKeyFields } from '#shared/engine/imports/importFields.ts'
import { limitImportMode } from '#shared/engine/imports/importModes.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { JobKind, RowContext } from '../jobs/jobs.ts'
import { limitToCaller } from '../records/storeScope.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { toComparableKey } from '../records/uniqueValues.ts'
import { checkValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'
import { getMappableFields, loadImport } from './loadImport.ts'
import type { StoredImport } from './loadImport.ts'
import { checkLineChange, checkNewRecordLines, findRecordsByKey } from './checkedLine.ts'
import type { CheckedLine, NewRecordLine } from './checkedLine.ts'
import { quoteEmailsInErrors } from './quoteCells.ts'
import { createLineReader } from './lineReader.ts'
import type { ImportLine } from './lineReader.ts'
import { importMessages } from './messages.ts'

const linesPerChunk = 200

type LineChunk = { from: number; to: number }

/** Selects the rows of a dry run: ranges of lines. */
export const selectImportLineChunks = (importId: number) => sql`
  select null::integer as id, 'Lines ' || min(line) || '-' || max(line) as label,
    jsonb_build_object('from', min(line), 'to', max(line)) as input
  from (select line, (row_number() over (order by line) - 1) / ${sql.lit(linesPerChunk)} as chunk
    from import_lines where import_id = ${importId}) as numbered
  group by chunk order by chunk`

/** Creates the dry run job, which saves the planned result of each line and writes nothing else. */
export const createImportCheckJob = (resource: ResourceModule): JobKind =>
  defineJob({
    name: `${resource.name}.importCheck`,
    permission: `${resource.permission}:write`,
    async perform(context, { input }) {
      const { from, to } = input as LineChunk // As built by `selectImportLineChunks`.
      const { trx } = context
      const { importId } = context.job.input as { importId: number } // As saved by the call.
      const storedImport = await loadImport(trx, resource, importId, null)
      const { rows: lines } = await sql<ImportLine>`select line, cells from import_lines
        where import_id = ${importId} and line between ${from} and ${to} order by line`.execute(trx)
      const checkedLines = await checkLines(resource, context, storedImport, lines)
      await sql`update import_lines set key = looked.key, action = looked.action, label = looked.label,
          target_id = looked.target_id, version = looked.version, record = looked.record,
          reasons = array(select jsonb_array_elements_text(looked.reasons))
        from jsonb_to_recordset(${JSON.stringify(checkedLines.map(toCheckedRow))}::jsonb) as looked (line integer, key text,
          action text, label text, target_id integer, version integer, record jsonb, reasons jsonb)
        where import_id = ${importId} and import_lines.line = looked.line`.execute(trx)
      return { outcome: 'done' }
    },
  })

const toCheckedRow = ({ targetId, ...looked }: CheckedLine) => ({ ...looked, target_id: targetId })

async function checkLines(
  baseResource: ResourceModule,
  context: RowContext,
  storedImport: StoredImport,
  lines: readonly ImportLine[],
): Promise<CheckedLine[]> {
  const { trx, caller } = context
  const resource = limitImportMode(baseResource, storedImport.mode)
  const { key = [], only } = resource.api.import ?? {}
  const scoped = limitToCaller(caller, resource)
  const fields = getMappableFields(resource, storedImport)
  const { readValues, cellOf: getCellText } = await createLineReader(
    trx,
    storedImport,
    { resource: scoped, fields },
    lines,
  )
  // Without a column for each of these, no row can create a record.
  const unmapped = getRequiredNewFields({ ...resource, fields }).filter(
    (name) => !(name in storedImport.mapping),
  )
  const needed = key.filter((name) => !getOptionalKeyFields(resource).includes(name))
  const keyedLines = lines.map((line) => {
    const { values, errors } = readValues(line, (name) => key.includes(name))
    return {
      line,
      errors,
      values: Object.fromEntries(
        key.map((name) => [name, storedImport.place[name] ?? values[name] ?? null]),
      ),
    }
  })
  // The parent gives this field to every row, so sentences needn't name it.
  const keyLabels = joinLabels(
    resource,
    key.filter((name) => name in fields),
  )
  const toKey = (values: FieldValues) => toComparableKey(resource, key, values)
  const identified = keyedLines.filter(({ values }) => key.every((name) => values[name] !== null))
  const existingRecords = await findRecordsByKey(
    scoped,
    context,
    key,
    identified.map(({ values }) => values),
  )
  const byKey = new Map(existingRecords.map((record) => [toKey(record), record]))
  const earlier = await findEarlierLines(
    trx,
    storedImport.id,
    identified.map(({ values }) => toKey(values)),
    lines,
  )

  const checkedLines: CheckedLine[] = []
  const newRecords: NewRecordLine[] = []
  for (const { line, values: keyValues, errors: keyErrors } of keyedLines) {
    const hasKey = key.every((name) => keyValues[name] !== null)
    const keyText = toKey(keyValues)
    const before = hasKey ? byKey.get(keyText) : undefined
    const isOtherField = (name: string) => !key.includes(name)
    const { values, errors } = readValues(line, isOtherField, { beside: keyValues, before })
    const checkedLine: CheckedLine = {
      line: line.line,
      key: hasKey ? keyText : null,
      action: 'refused',
      label: String(
        before?.[resource.relations.label] ??
          values[resource.relations.label] ??
          keyValues[key.at(-1) ?? ''] ??
          '',
      ),
      targetId: before?.id ?? null,
      version: before?.version ?? null,
      record: null,
      reasons: [],
    }
    checkedLines.push(checkedLine)
    const earlierLine = hasKey ? earlier.get(keyText) : undefined
    if (
      line.cells.length > storedImport.heads.length &&
      line.cells.slice(storedImport.heads.length).some(Boolean)
    )
      checkedLine.reasons.push(
        importMessages.wrongCellCount(line.cells.length, storedImport.heads.length),
      )
    if (earlierLine !== undefined)
      checkedLine.reasons.push(importMessages.sameKey(keyLabels, earlierLine))
    else if (hasKey) earlier.set(keyText, line.line)
    const emptyKeys = needed.filter((name) => keyValues[name] === null)
    const missing = emptyKeys.filter((name) => !(name in keyErrors))
    checkedLine.reasons.push(
      ...missing.map((name) => messages.validation.required(fields[name]?.label ?? name)),
    )
    const cellErrors = { ...keyErrors, ...errors }
    const quoteErrors = (fieldErrors: ValidationErrors) =>
      quoteEmailsInErrors(fields, fieldErrors, (name) => getCellText(name, line))
    if (before && only === 'create')
      checkedLine.reasons.push(importMessages.alreadyExists(resource.title.one, keyLabels))
    if (hasKey && !before && (only === 'change' || unmapped.length > 0)) {
      const wrongKeys = Object.values(
        quoteErrors(checkValues(resource, keyValues, 'present').errors),
      )
      const notFoundMessage = importMessages.notFound(resource.title.one, keyLabels)
      const hint =
        only === 'change' ? '' : ` ${importMessages.chooseColumns(joinLabels(resource, unmapped))}`
      checkedLine.reasons.push(
        ...(wrongKeys.length > 0 ? wrongKeys : [`${notFoundMessage}${hint}`]),
      )
    }
    if (!before && emptyKeys.length === 0 && checkedLine.reasons.length === 0) {
      const newValues = {
        ...getInitialValues(resource),
        ...storedImport.forNew,
        ...keyValues,
        ...values,
        ...storedImport.place,
      }
      const filled = Object.fromEntries(
        Object.entries(newValues).filter(([name]) => name in resource.fields),
      )
      const checked = checkValues(resource, filled, 'all')
      const fieldErrors = { ...quoteErrors(checked.errors), ...cellErrors }
      newRecords.push({ line: checkedLine, ...checked, errors: fieldErrors })
      continue
    }
    checkedLine.reasons.push(...Object.values(cellErrors))
    if (before && only !== 'create') {
      const changed = await checkLineChange(scoped, context, before, values, quoteErrors)
      checkedLine.reasons.push(...changed.reasons)
      if (checkedLine.reasons.length === 0) Object.assign(checkedLine, changed)
    } else {
      const checked = checkValues(resource, values, 'present')
      checkedLine.reasons.push(...Object.values(quoteErrors(checked.errors)))
    }
  }
  await checkNewRecordLines(scoped, context, newRecords)
  return checkedLines
}

/** Finds the first earlier line of the file with each of these keys. */
async function findEarlierLines(
  trx: RowContext['trx'],
  importId: number,
  keys: readonly string[],
  [first]: readonly ImportLine[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; line: number }>`
    select key, min(line) as line from import_lines
    where import_id = ${importId} and key = any(${[...keys]}::text[]) and line < ${first?.line ?? 0}
    group by key`.execute(trx)
  return new Map(rows.map(({ key, line }) => [key, line]))
}

const joinLabels = ({ fields }: ResourceModule, names: readonly string[]) =>
  names.map((name) => fields[name]?.label ?? name).join(' and ')
