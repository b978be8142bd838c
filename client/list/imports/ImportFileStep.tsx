import { buildExportUrl } from '#shared/engine/exportUrl.ts'
import {
  createImportFileField,
  getImportFields,
  getKeyFields,
  getRequiredColumns,
  getRequiredNewFields,
  getOptionalKeyFields,
} from '#shared/engine/imports/importFields.ts'
import { messages } from '#shared/messages.ts'
import { limits } from '#shared/limits.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { FormField } from '#client/form/inputs/FormField.tsx'
import { Link } from '#client/ui/Link.tsx'
import { ImportStepButton, ImportStepForm } from './ImportStepForm.tsx'
import type { ImportStepProps } from './ImportStepForm.tsx'
import { importMessages } from './messages.ts'

/** Renders the file input, and explains what the file may contain. */
export function ImportFileStep(step: ImportStepProps) {
  const { into, answer, createAt } = step
  const canExport = useCan()(into, 'export')
  const fields = getImportFields(into)
  const optionalKeys = getOptionalKeyFields(into)
  const requiredColumns = getRequiredColumns(into)
  const newRecordColumns = getRequiredNewFields(into).filter(
    (name) => !requiredColumns.includes(name),
  )
  const others = Object.keys(fields).filter(
    (name) => !requiredColumns.includes(name) && !newRecordColumns.includes(name),
  )
  const getLabels = (names: readonly string[]) => names.map((name) => fields[name]?.label ?? name)
  const key = getLabels(getKeyFields(into)).join(` ${importMessages.and} `)
  const query = { search: '', filters: [], sort: getDefaultSort(into), limit: 50, after: null }
  return (
    <ImportStepForm
      {...step}
      hasFile
      buttons={<ImportStepButton intent="open">{importMessages.open}</ImportStepButton>}
    >
      <FormField
        id="import-file"
        name="file"
        field={createImportFileField(into)}
        answer={answer?.intent === 'open' ? answer : undefined}
      />
      <p>
        {importMessages.explain(limits.importLines.toLocaleString('en'))}{' '}
        {importMessages.byKey[into.api.import?.only ?? 'both'](key)}
        {optionalKeys.length > 0 &&
          ` ${importMessages.rowsWithoutKey(getLabels(optionalKeys).join(` ${importMessages.and} `))}`}
      </p>
      <p>
        {importMessages.requiredColumns(getLabels(requiredColumns).join(', '))}
        {newRecordColumns.length > 0 &&
          ` ${importMessages.requiredColumnsForNew(into.title.many, getLabels(newRecordColumns).join(', '))}`}
        {others.length > 0 && ` ${importMessages.optionalColumns(getLabels(others).join(', '))}`}
      </p>
      {createAt && (
        <p>
          {importMessages.pasteInstead}{' '}
          <Link to={createAt} preventScrollReset>
            {messages.form.new(into.title.one)}
          </Link>
        </p>
      )}
      {canExport && (
        <p>
          <a href={buildExportUrl(into, query, Object.keys(fields))} download>
            {importMessages.template}
          </a>
        </p>
      )}
    </ImportStepForm>
  )
}
