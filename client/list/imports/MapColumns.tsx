import { fieldsOfNew, importFields, neededFields } from '#shared/imports/importFields.ts'
import type { Import } from '#shared/imports/importCalls.ts'
import { formatMinor, points } from '#shared/money.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Table } from '#client/ui/Table.tsx'
import { columnName } from './importIntents.ts'
import { Changes, Counts, Problems, StepButton, StepForm } from './StepForm.tsx'
import type { StepProps } from './StepForm.tsx'
import { importWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Import.css.ts'

type Props = StepProps & { known: Import; mayRun: boolean }

/** Which column holds what, and, once every line was looked at, what would happen. */
export function MapColumns({ known, mayRun, ...step }: Props) {
  const { into } = step
  const { name, lines, encoding, delimiter, counts, reasons, changes, totals, notes } = known
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
          <Counts title={say.would} words={say.counts} counts={counts} />
          {many === 0 && <p>{say.nothing}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {totals.length > 0 && <Totals totals={totals} />}
          {reasons.length > 0 && <Problems into={into} known={known} />}
          {changes.length > 0 && <Changes into={into} known={known} />}
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
  const [needed, ofNew] = [neededFields(into), fieldsOfNew(into)]
  return (
    <div className={styles.columns}>
      {Object.entries(importFields(into)).map(([name, { label }]) => {
        const column = mapping[name]
        const typed = refused?.values[columnName(name)]
        const example = samples[column ?? -1]?.find((text) => text !== '')
        const isForNew = ofNew.includes(name) && !needed.includes(name)
        const hint = [example && say.example(example), isForNew && say.forNew(into.title.one)]
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
            hint={hint.filter(Boolean).join('. ') || undefined}
            error={refused?.errors[name]}
          />
        )
      })}
    </div>
  )
}

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
