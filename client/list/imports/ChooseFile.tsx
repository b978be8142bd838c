import { exportAddress } from '#shared/engine/exports.ts'
import {
  importField,
  importFields,
  keyFields,
  neededFields,
  spareKeys,
} from '#shared/engine/imports/importFields.ts'
import { messages } from '#shared/messages.ts'
import { limits } from '#shared/limits.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StepButton, StepForm } from './StepForm.tsx'
import type { StepProps } from './StepForm.tsx'
import { importWords as say } from './words.ts'

/** The file, and what may be in it. */
export function ChooseFile(step: StepProps) {
  const { into, answer, createAt } = step
  const mayExport = useMay()(into, 'export')
  const fields = importFields(into)
  const spare = spareKeys(into)
  const needed = neededFields(into)
  const others = Object.keys(fields).filter((name) => !needed.includes(name))
  const named = (names: readonly string[]) => names.map((name) => fields[name]?.label ?? name)
  const key = named(keyFields(into)).join(` ${say.and} `)
  const query = { search: '', filters: [], sort: usualSort(into), limit: 50, after: null }
  return (
    <StepForm {...step} hasFile buttons={<StepButton intent="open">{say.open}</StepButton>}>
      <AskedInput
        id="import-file"
        name="file"
        field={importField(into)}
        answer={answer?.intent === 'open' ? answer : undefined}
      />
      <p>
        {say.explain(limits.importLines.toLocaleString('en'))}{' '}
        {say.byKey[into.imports?.only ?? 'both'](key)}
        {spare.length > 0 && ` ${say.spare(named(spare).join(` ${say.and} `))}`}
      </p>
      <p>
        {say.mustHold(named(needed).join(', '))}
        {others.length > 0 && ` ${say.mayHold(named(others).join(', '))}`}
      </p>
      {createAt && (
        <p>
          {say.few}{' '}
          <Link to={createAt} preventScrollReset>
            {messages.form.new(into.title.one)}
          </Link>
        </p>
      )}
      {mayExport && (
        <p>
          <a href={exportAddress(into, query, Object.keys(fields))} download>
            {say.template}
          </a>
        </p>
      )}
    </StepForm>
  )
}
