import { redirect } from 'react-router'
import { isReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { validateForm } from '#shared/engine/fields/references.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { checkImport, openImport, runImport } from '#shared/engine/imports/importCalls.ts'
import type { ImportChoices } from '#shared/engine/imports/importCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { createImportFileField } from '#shared/engine/imports/importFields.ts'
import type { ColumnMapping } from '#shared/engine/imports/importFields.ts'
import { getSharedNewRecordFields, importModes } from '#shared/engine/imports/importModes.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import { runJobAction, toJobLink } from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobAction } from '#shared/engine/jobs/jobCalls.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { buildPlanRowsUrl } from '#shared/engine/bulk/planUrl.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents, IntentContext } from '#client/form/handleForm.ts'

/** The parameter that opens an import; its value is the import's ID. */
const importParam = 'import'
export const getMappingInputName = (field: string) => `column.${field}`
/** Names of the inputs for the import mode, and for values of all new records. */
export const modeInputName = 'mode'
export const getSharedNewRecordInputName = (field: string) => `new.${field}`

const importModeNames = Object.keys(importModes) as ImportMode[] // The keys of that table.

/** Builds the URL of the same page with the plan's first rows. */
const buildFirstRowsUrl = (url: string) => {
  const { pathname, search } = new URL(url)
  return buildPlanRowsUrl({ pathname, search: removeFlash(search) }, { outcome: null, after: 0 })
}

/** Builds the URL of the same page with the import that was opened. */
function buildImportUrl(url: string, id: number): string {
  const { pathname, search } = new URL(url)
  const params = new URLSearchParams(removeFlash(search))
  params.set(importParam, String(id))
  return `${pathname}?${params}`
}

const parseImportId = (form: FormData) => Number(form.get('import'))

const toJobStarted = ({ url }: IntentContext, job: Job) =>
  ({
    notice: 'job-started',
    of: toJobLink(job, new URL(url).pathname),
    to: buildFirstRowsUrl(url),
  }) as const

const createJobChangeIntent =
  (change: JobAction): Intents[string] =>
  async (context) => {
    const id = Number(context.form.get('job'))
    return toJobStarted(context, await runJobAction(context.api, { id, change }, context.key))
  }

/** Parses the mode and the values for new records, if the form has them. */
function parseImportChoices(form: FormData, resource: Resource): Partial<ImportChoices> {
  const mode = importModeNames.find((one) => one === form.get(modeInputName))
  const fields = getSharedNewRecordFields(resource)
  if (mode === 'change' || Object.keys(fields).length === 0) return { ...(mode && { mode }) }
  const namedFields = Object.entries(fields).map(
    ([name, field]) => [getSharedNewRecordInputName(name), field] as const,
  )
  const values = parseFormData(Object.fromEntries(namedFields), form)
  const forNew = Object.fromEntries(
    Object.keys(fields).map((name) => [name, values[getSharedNewRecordInputName(name)] ?? null]),
  )
  return { ...(mode && { mode }), forNew }
}

/** Intents of the forms of an import, one per step. */
export const importIntents = {
  async open({ api, resource, form, key, url }) {
    const fields = { file: createImportFileField(resource) }
    const values = parseFormData(fields, form)
    const errors = validateForm(fields, values)
    if (Object.keys(errors).length > 0) throw new FormError(errors)
    const id = isReferenceValue(values['file']) ? values['file'].id : 0
    throw redirect(buildImportUrl(url, await openImport(api, resource, id, key)))
  },
  async check(context) {
    const { api, resource, form, key } = context
    const mapping: ColumnMapping = Object.fromEntries(
      [...form].flatMap(([name, value]) =>
        name.startsWith(getMappingInputName('')) && value !== ''
          ? [[name.slice(getMappingInputName('').length), Number(value)]]
          : [],
      ),
    )
    await checkImport(
      api,
      resource,
      { id: parseImportId(form), mapping, ...parseImportChoices(form, resource) },
      key,
    )
    // The panel shows the progress.
    throw redirect(buildFirstRowsUrl(context.url))
  },
  async run(context) {
    const { api, resource, form, key } = context
    return toJobStarted(context, await runImport(api, resource, parseImportId(form), key))
  },
  cancel: createJobChangeIntent('cancel'),
  undo: createJobChangeIntent('undo'),
} satisfies Intents
