import { sql } from 'kysely'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { messages } from '#shared/messages.ts'
import { getRequiredNewFields, getOptionalKeys } from '#shared/engine/imports/importFields.ts'
import { limitImportMode } from '#shared/engine/imports/importModes.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { JobKind, RowContext } from '../jobs/jobs.ts'
import { limitToCaller } from '../records/storeScope.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { toComparableKey } from '../records/uniqueValues.ts'
import { checkValues } from '../records/values.ts'
import type { FieldValues } from '../records/values.ts'
import { getFileFields, loadImport } from './loadImport.ts'
import type { StoredImport } from './loadImport.ts'
import { checkChange, checkNewRecords, findRecordsByKey } from './checkedLine.ts'
import type { CheckedLine, NewRecordLine } from './checkedLine.ts'
import { quoteCells } from './quoteCells.ts'
import { createLineReader } from './lineReader.ts'
import type { ImportLine } from './lineReader.ts'
import { importMessages } from './messages.ts'

const linesPerChunk = 200

type LineChunk = { from: number; to: number }

/** Selects the rows of a dry run: ranges of lines. */
export const selectChunks = (importId: number) => sql`
  select null::integer as id, 'Lines ' || min(line) || '-' || max(line) as label,
    jsonb_build_object('from', min(line), 'to', max(line)) as input
  from (select line, (row_number() over (order by line) - 1) / ${sql.lit(linesPerChunk)} as chunk
    from import_lines where import_id = ${importId}) as numbered
  group by chunk order by chunk`

/** Creates the dry run job, which saves the planned result of each line and writes nothing else. */
export const createCheckJob = (resource: ResourceModule): JobKind =>
  defineJob({
    name: `${resource.name}.importCheck`,
    permission: `${resource.permission}:write`,
    async perform(work, { input }) {
      const { from, to } = input as LineChunk // As built by `selectChunks`.
      const { trx } = work
      const { importId } = work.job.input as { importId: number } // As saved by the call.
      const found = await loadImport(trx, resource, importId, null)
      const { rows: lines } = await sql<ImportLine>`select line, cells from import_lines
        where import_id = ${importId} and line between ${from} and ${to} order by line`.execute(trx)
      const looked = await checkLines(resource, work, found, lines)
      await sql`update import_lines set key = looked.key, action = looked.action, label = looked.label,
          target_id = looked.target_id, version = looked.version, record = looked.record,
          reasons = array(select jsonb_array_elements_text(looked.reasons))
        from jsonb_to_recordset(${JSON.stringify(looked.map(toCheckedRow))}::jsonb) as looked (line integer, key text,
          action text, label text, target_id integer, version integer, record jsonb, reasons jsonb)
        where import_id = ${importId} and import_lines.line = looked.line`.execute(trx)
      return { outcome: 'done' }
    },
  })

const toCheckedRow = ({ targetId, ...looked }: CheckedLine) => ({ ...looked, target_id: targetId })

async function checkLines(
  whole: ResourceModule,
  work: RowContext,
  found: StoredImport,
  lines: readonly ImportLine[],
): Promise<CheckedLine[]> {
  const { trx, caller } = work
  const resource = limitImportMode(whole, found.mode)
  const { key = [], only } = resource.imports ?? {}
  const scoped = limitToCaller(caller, resource)
  const fields = getFileFields(resource, found)
  const { readValues, cellOf } = await createLineReader(
    trx,
    found,
    { resource: scoped, fields },
    lines,
  )
  // Without a column for each of these, no row can create a record.
  const unmapped = getRequiredNewFields({ ...resource, fields }).filter(
    (name) => !(name in found.mapping),
  )
  const needed = key.filter((name) => !getOptionalKeys(resource).includes(name))
  const keyed = lines.map((line) => {
    const { values, errors } = readValues(line, (name) => key.includes(name))
    return {
      line,
      errors,
      values: Object.fromEntries(
        key.map((name) => [name, found.place[name] ?? values[name] ?? null]),
      ),
    }
  })
  // The parent gives this field to every row, so sentences needn't name it.
  const keyLabels = joinLabels(
    resource,
    key.filter((name) => name in fields),
  )
  const keyOf = (values: FieldValues) => toComparableKey(resource, key, values)
  const identified = keyed.filter(({ values }) => key.every((name) => values[name] !== null))
  const there = await findRecordsByKey(
    scoped,
    work,
    key,
    identified.map(({ values }) => values),
  )
  const byKey = new Map(there.map((record) => [keyOf(record), record]))
  const earlier = await findEarlierLines(
    trx,
    found.id,
    identified.map(({ values }) => keyOf(values)),
    lines,
  )

  const looked: CheckedLine[] = []
  const made: NewRecordLine[] = []
  for (const { line, values: keyValues, errors: keyErrors } of keyed) {
    const isWhole = key.every((name) => keyValues[name] !== null)
    const text = keyOf(keyValues)
    const before = isWhole ? byKey.get(text) : undefined
    const besides = (name: string) => !key.includes(name)
    const { values, errors } = readValues(line, besides, { beside: keyValues, before })
    const one: CheckedLine = {
      line: line.line,
      key: isWhole ? text : null,
      action: 'refused',
      label: String(
        before?.[resource.label] ?? values[resource.label] ?? keyValues[key.at(-1) ?? ''] ?? '',
      ),
      targetId: before?.id ?? null,
      version: before?.version ?? null,
      record: null,
      reasons: [],
    }
    looked.push(one)
    const known = isWhole ? earlier.get(text) : undefined
    if (
      line.cells.length > found.heads.length &&
      line.cells.slice(found.heads.length).some(Boolean)
    )
      one.reasons.push(importMessages.wrongCellCount(line.cells.length, found.heads.length))
    if (known !== undefined) one.reasons.push(importMessages.sameKey(keyLabels, known))
    else if (isWhole) earlier.set(text, line.line)
    const lacked = needed.filter((name) => keyValues[name] === null)
    const missing = lacked.filter((name) => !(name in keyErrors))
    one.reasons.push(
      ...missing.map((name) => messages.validation.required(fields[name]?.label ?? name)),
    )
    const unread = { ...keyErrors, ...errors }
    const quoted = (told: ValidationErrors) =>
      quoteCells(fields, told, (name) => cellOf(name, line))
    if (before && only === 'create')
      one.reasons.push(importMessages.alreadyExists(resource.title.one, keyLabels))
    if (isWhole && !before && (only === 'change' || unmapped.length > 0)) {
      const wrongKeys = Object.values(quoted(checkValues(resource, keyValues, 'present').errors))
      const none = importMessages.notFound(resource.title.one, keyLabels)
      const hint =
        only === 'change' ? '' : ` ${importMessages.chooseColumns(joinLabels(resource, unmapped))}`
      one.reasons.push(...(wrongKeys.length > 0 ? wrongKeys : [`${none}${hint}`]))
    }
    if (!before && lacked.length === 0 && one.reasons.length === 0) {
      const given = {
        ...getInitialValues(resource),
        ...found.forNew,
        ...keyValues,
        ...values,
        ...found.place,
      }
      const filled = Object.fromEntries(
        Object.entries(given).filter(([name]) => name in resource.fields),
      )
      const checked = checkValues(resource, filled, 'all')
      const told = { ...quoted(checked.errors), ...unread }
      made.push({ line: one, ...checked, errors: told })
      continue
    }
    one.reasons.push(...Object.values(unread))
    if (before && only !== 'create') {
      const changed = await checkChange(scoped, work, before, values, quoted)
      one.reasons.push(...changed.reasons)
      if (one.reasons.length === 0) Object.assign(one, changed)
    } else {
      const checked = checkValues(resource, values, 'present')
      one.reasons.push(...Object.values(quoted(checked.errors)))
    }
  }
  await checkNewRecords(scoped, work, made)
  return looked
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
