import { kindOf } from '#shared/engine/fields/kinds.ts'
import { fieldsOfNew, importFields, neededFields } from '#shared/engine/imports/importFields.ts'
import {
  fieldsForNew,
  hasModes,
  importModes,
  restrictImports,
} from '#shared/engine/imports/importModes.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import { formatMinor, points } from '#shared/format/money.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Table } from '#client/ui/Table.tsx'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { importRowsFileAddress } from '#shared/engine/bulk/planCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { PlanRows } from '../bulk/PlanRows.tsx'
import { columnName, modeName, newName } from './importIntents.ts'
import { Counts, Problems, StepButton, StepForm } from './StepForm.tsx'
import type { StepProps } from './StepForm.tsx'
import { importWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Import.css.ts'

type Props = StepProps & { known: Import; rows: PlanPage | null; mayRun: boolean }

/** Which column holds what, and, once every line was looked at, what would happen. */
export function MapColumns({ known, rows, mayRun, ...step }: Props) {
  const { into } = step
  const { name, lines, encoding, delimiter, counts, reasons, totals, notes } = known
  const given = givenToNew(into, known)
  const many = counts.create + counts.change
  const columns = <Columns {...step} known={known} />
  return (
    <StepForm
      {...step}
      known={known}
      buttons={
        <>
          <StepButton intent="check" color={mayRun && many > 0 ? 'white' : 'primary'}>
            {mayRun ? say.checkAgain : say.check}
          </StepButton>
          {mayRun && many > 0 && <StepButton intent="run">{say.run(many)}</StepButton>}
        </>
      }
    >
      <p>
        <b>{name}</b> {say.facts(lines, encoding, delimiter)}
      </p>
      {mayRun ? (
        <>
          <Counts title={say.would} words={say.counts} counts={{ ...counts, lines }} />
          {many === 0 && <p>{say.nothing}</p>}
          {counts.create > 0 && given && <p>{say.given(into.title.many, given)}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {totals.length > 0 && <Totals totals={totals} />}
          {reasons.length > 0 && (
            <>
              <Problems into={into} known={known} />
              <p>
                <Link to={step.again} preventScrollReset>
                  {say.chooseAgain}
                </Link>
              </p>
            </>
          )}
          {rows && (
            <PlanRows
              resource={into}
              plan={rows}
              action="import"
              file={importRowsFileAddress(into, known.id)}
            />
          )}
          <details>
            <summary className={panel.asks}>{say.columns}</summary>
            {columns}
          </details>
        </>
      ) : (
        <>
          <h3 className={panel.asks}>{say.columns}</h3>
          {columns}
          <p>{say.remembered}</p>
        </>
      )}
    </StepForm>
  )
}

function Columns({ into, answer, known }: StepProps & { known: Import }) {
  const { heads, samples, mapping } = known
  const refused = answer?.intent === 'check' ? answer : undefined
  const options = heads.map((head, at) => ({
    value: String(at),
    label: head || say.unnamed(at + 1),
  }))
  const mode = known.mode ?? 'both'
  const restricted = restrictImports(into, mode)
  const [needed, ofNew] = [neededFields(restricted), fieldsOfNew(restricted)]
  return (
    <div className={styles.columns}>
      {hasModes(into) && (
        <Select
          id="import-mode"
          name={modeName}
          label={say.mode}
          options={Object.entries(importModes).map(([value, label]) => ({ value, label }))}
          defaultValue={String(refused?.values[modeName] ?? mode)}
        />
      )}
      {Object.entries(fieldsForNew(into)).map(([name, field]) => (
        <AskedInput
          key={name}
          id={`import-new-${name}`}
          name={newName(name)}
          field={{ ...field, label: `${say.forNew(into.title.many)}: ${field.label}` }}
          answer={refused}
          begins={known.forNew?.[name] ?? field.initial}
        />
      ))}
      {Object.entries(importFields(into)).map(([name, { label }]) => {
        const column = mapping[name]
        const typed = refused?.values[columnName(name)]
        const example = samples[column ?? -1]?.find((text) => text !== '')
        const isForNew = ofNew.includes(name) && !needed.includes(name)
        const hints = [
          ...(example ? [say.example(example)] : []),
          ...(isForNew ? [say.forNewRow(into.title.one)] : []),
        ]
        return (
          <Select
            key={name}
            id={`import-${name}`}
            name={columnName(name)}
            label={label}
            options={options}
            emptyLabel={say.notIn}
            defaultValue={typeof typed === 'string' ? typed : String(column ?? '')}
            required={needed.includes(name) || isForNew}
            hint={joinSentences(hints) || undefined}
            error={refused?.errors[name]}
          />
        )
      })}
    </div>
  )
}

/** Describes the values that every new record gets in addition to its row; empty if there are none. */
const givenToNew = (into: Resource, { forNew = {} }: Import): string =>
  Object.entries(fieldsForNew(into))
    .filter(([name, { initial }]) => name in forNew && forNew[name] !== initial)
    .map(([name, field]) =>
      forNew[name] === true
        ? field.label
        : `${field.label} ${kindOf(field).words(forNew[name], field, {}, name)}`,
    )
    .join(', ')

type Total = Import['totals'][number]

function Totals({ totals }: { totals: readonly Total[] }) {
  const amount = (sum: (total: Total) => number) => (total: Total) =>
    formatMinor(sum(total), total.unit)
  return (
    <section className={styles.part}>
      <h3 className={panel.asks}>{say.totals}</h3>
      <Table
        caption={say.totals}
        rows={totals}
        keyOf={({ unit }) => unit}
        columns={[
          { label: say.total.unit, render: ({ unit }) => (unit === points ? say.points : unit) },
          { label: say.total.before, align: 'end', render: amount(({ before }) => before) },
          {
            label: say.total.by,
            align: 'end',
            render: amount(({ before, after }) => after - before),
          },
          { label: say.total.after, align: 'end', render: amount(({ after }) => after) },
        ]}
      />
    </section>
  )
}
