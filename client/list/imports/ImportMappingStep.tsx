import { getKind } from '#shared/engine/fields/kinds.ts'
import {
  getRequiredNewFields,
  getImportFields,
  getRequiredColumns,
} from '#shared/engine/imports/importFields.ts'
import {
  getSharedNewRecordFields,
  canChooseImportMode,
  importModes,
  limitImportMode,
} from '#shared/engine/imports/importModes.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { formatMinor, points } from '#shared/format/money.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Table } from '#client/ui/Table.tsx'
import { FormField } from '#client/form/inputs/FormField.tsx'
import { buildImportRowsFileUrl } from '#shared/engine/bulk/planCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { PlanRows } from '../bulk/PlanRows.tsx'
import { getMappingInputName, modeInputName, getSharedNewRecordInputName } from './importIntents.ts'
import {
  RowCounts,
  RowRejectionReasons,
  ImportStepButton,
  ImportStepForm,
} from './ImportStepForm.tsx'
import type { ImportStepProps } from './ImportStepForm.tsx'
import { importMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Import.css.ts'

type Props = ImportStepProps & { known: Import; rows: PlanPage | null; mayRun: boolean }

/** Renders the column mapping and, once every line was checked, what would happen. */
export function ImportMappingStep({ known, rows, mayRun, ...step }: Props) {
  const { into } = step
  const { name, lines, encoding, delimiter, counts, reasons, totals, notes } = known
  const newRecordValues = formatNewRecordValues(into, known)
  const writeCount = counts.create + counts.change
  const columns = <ColumnMappingFields {...step} known={known} />
  return (
    <ImportStepForm
      {...step}
      known={known}
      buttons={
        <>
          <ImportStepButton intent="check" color={mayRun && writeCount > 0 ? 'white' : 'primary'}>
            {mayRun ? importMessages.checkAgain : importMessages.check}
          </ImportStepButton>
          {mayRun && writeCount > 0 && (
            <ImportStepButton intent="run">{importMessages.run(writeCount)}</ImportStepButton>
          )}
        </>
      }
    >
      <p>
        <b>{name}</b> {importMessages.facts(lines, encoding, delimiter)}
      </p>
      {mayRun ? (
        <>
          <RowCounts
            title={importMessages.preview}
            words={importMessages.counts}
            counts={{ ...counts, lines }}
          />
          {writeCount === 0 && <p>{importMessages.nothing}</p>}
          {counts.create > 0 && newRecordValues && (
            <p>{importMessages.valuesForNew(into.title.many, newRecordValues)}</p>
          )}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {totals.length > 0 && <ImportTotals totals={totals} />}
          {reasons.length > 0 && (
            <>
              <RowRejectionReasons into={into} known={known} />
              <p>
                <Link to={step.again} preventScrollReset>
                  {importMessages.chooseAgain}
                </Link>
              </p>
            </>
          )}
          {rows && (
            <PlanRows
              resource={into}
              plan={rows}
              action="import"
              file={buildImportRowsFileUrl(into, known.id)}
            />
          )}
          <details>
            <summary className={panel.subheading}>{importMessages.columns}</summary>
            {columns}
          </details>
        </>
      ) : (
        <>
          <h3 className={panel.subheading}>{importMessages.columns}</h3>
          {columns}
          <p>{importMessages.remembered}</p>
        </>
      )}
    </ImportStepForm>
  )
}

function ColumnMappingFields({ into, answer, known }: ImportStepProps & { known: Import }) {
  const { heads, samples, mapping } = known
  const refused = answer?.intent === 'check' ? answer : undefined
  const options = heads.map((head, index) => ({
    value: String(index),
    label: head || importMessages.unnamed(index + 1),
  }))
  const mode = known.mode ?? 'both'
  const restricted = limitImportMode(into, mode)
  const [requiredColumns, requiredNewFields] = [
    getRequiredColumns(restricted),
    getRequiredNewFields(restricted),
  ]
  return (
    <div className={styles.columns}>
      {canChooseImportMode(into) && (
        <Select
          id="import-mode"
          name={modeInputName}
          label={importMessages.mode}
          options={Object.entries(importModes).map(([value, label]) => ({ value, label }))}
          defaultValue={String(refused?.values[modeInputName] ?? mode)}
        />
      )}
      {Object.entries(getSharedNewRecordFields(into)).map(([name, field]) => (
        <FormField
          key={name}
          id={`import-new-${name}`}
          name={getSharedNewRecordInputName(name)}
          field={{ ...field, label: `${importMessages.forNew(into.title.many)}: ${field.label}` }}
          answer={refused}
          initialValue={known.forNew?.[name] ?? field.initial}
        />
      ))}
      {Object.entries(getImportFields(into)).map(([name, { label }]) => {
        const column = mapping[name]
        const typed = refused?.values[getMappingInputName(name)]
        const example = samples[column ?? -1]?.find((text) => text !== '')
        const isForNew = requiredNewFields.includes(name) && !requiredColumns.includes(name)
        const hints = [
          ...(example ? [importMessages.example(example)] : []),
          ...(isForNew ? [importMessages.forNewRow(into.title.one)] : []),
        ]
        return (
          <Select
            key={name}
            id={`import-${name}`}
            name={getMappingInputName(name)}
            label={label}
            options={options}
            emptyLabel={importMessages.notIn}
            defaultValue={typeof typed === 'string' ? typed : String(column ?? '')}
            required={requiredColumns.includes(name) || isForNew}
            hint={joinSentences(hints) || undefined}
            error={refused?.errors[name]}
          />
        )
      })}
    </div>
  )
}

/**
 * Describes the values that every new record gets in addition to its row; empty if there are none.
 */
const formatNewRecordValues = (into: Resource, { forNew = {} }: Import): string =>
  Object.entries(getSharedNewRecordFields(into))
    .filter(([name, { initial }]) => name in forNew && forNew[name] !== initial)
    .map(([name, field]) =>
      forNew[name] === true
        ? field.label
        : `${field.label} ${getKind(field).formatValue(forNew[name], field, {}, name)}`,
    )
    .join(', ')

type ImportTotal = Import['totals'][number]

function ImportTotals({ totals }: { totals: readonly ImportTotal[] }) {
  const createAmountCell = (sum: (total: ImportTotal) => number) => (total: ImportTotal) =>
    formatMinor(sum(total), total.unit)
  return (
    <section className={styles.part}>
      <h3 className={panel.subheading}>{importMessages.totals}</h3>
      <Table
        caption={importMessages.totals}
        rows={totals}
        keyOf={({ unit }) => unit}
        columns={[
          {
            label: importMessages.total.unit,
            render: ({ unit }) => (unit === points ? importMessages.points : unit),
          },
          {
            label: importMessages.total.before,
            align: 'end',
            render: createAmountCell(({ before }) => before),
          },
          {
            label: importMessages.total.by,
            align: 'end',
            render: createAmountCell(({ before, after }) => after - before),
          },
          {
            label: importMessages.total.after,
            align: 'end',
            render: createAmountCell(({ after }) => after),
          },
        ]}
      />
    </section>
  )
}
