import { redirect } from 'react-router'
import { isPicked } from '#shared/engine/list/picked.ts'
import { formErrors } from '#shared/engine/fields/references.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { checkImport, openImport, runImport } from '#shared/engine/imports/importCalls.ts'
import type { ImportChoices } from '#shared/engine/imports/importCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { importField } from '#shared/engine/imports/importFields.ts'
import type { Mapping } from '#shared/engine/imports/importFields.ts'
import { fieldsForNew, importModes } from '#shared/engine/imports/importModes.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import { changeJob, jobLink } from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobChange } from '#shared/engine/jobs/jobCalls.ts'
import { withoutNotice } from '#shared/navigation/notice.ts'
import { withPlanRows } from '#shared/engine/bulk/planAddress.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents, Work } from '#client/form/answerForm.ts'

/** The parameter that opens an import, and says which one it is. */
export const importParam = 'import'
export const columnName = (field: string) => `column.${field}`
/** The inputs of the import mode, and of values for all new records. */
export const modeName = 'mode'
export const newName = (field: string) => `new.${field}`

const modes = Object.keys(importModes) as ImportMode[] // They are the table's own.

/** The same page, with the first rows of the plan. */
const here = (url: string) => {
  const { pathname, search } = new URL(url)
  return withPlanRows({ pathname, search: withoutNotice(search) }, { outcome: null, after: 0 })
}

/** The same page with the import that is open now. */
function openedAt(url: string, id: number): string {
  const { pathname, search } = new URL(url)
  const params = new URLSearchParams(withoutNotice(search))
  params.set(importParam, String(id))
  return `${pathname}?${params}`
}

const idIn = (form: FormData) => Number(form.get('import'))

const started = ({ url }: Work, job: Job) =>
  ({ notice: 'job-started', of: jobLink(job, new URL(url).pathname), to: here(url) }) as const

const changing =
  (change: JobChange): Intents[string] =>
  async (work) => {
    const id = Number(work.form.get('job'))
    return started(work, await changeJob(work.api, { id, change }, work.key))
  }

/** The mode and the values for new records, where the form asked for them. */
function choicesIn(form: FormData, resource: Resource): Partial<ImportChoices> {
  const mode = modes.find((one) => one === form.get(modeName))
  const fields = fieldsForNew(resource)
  if (mode === 'change' || Object.keys(fields).length === 0) return { ...(mode && { mode }) }
  const named = Object.entries(fields).map(([name, field]) => [newName(name), field] as const)
  const values = valuesFrom(Object.fromEntries(named), form)
  const forNew = Object.fromEntries(
    Object.keys(fields).map((name) => [name, values[newName(name)] ?? null]),
  )
  return { ...(mode && { mode }), forNew }
}

/** What the forms of an import ask for, a step each. */
export const importIntents = {
  async open({ api, resource, form, key, url }) {
    const fields = { file: importField(resource) }
    const values = valuesFrom(fields, form)
    const wrong = formErrors(fields, values)
    if (Object.keys(wrong).length > 0) throw new Refusal(wrong)
    const id = isPicked(values['file']) ? values['file'].id : 0
    throw redirect(openedAt(url, await openImport(api, resource, id, key)))
  },
  async check(work) {
    const { api, resource, form, key } = work
    const mapping: Mapping = Object.fromEntries(
      [...form].flatMap(([name, value]) =>
        name.startsWith(columnName('')) && value !== ''
          ? [[name.slice(columnName('').length), Number(value)]]
          : [],
      ),
    )
    await checkImport(api, resource, { id: idIn(form), mapping, ...choicesIn(form, resource) }, key)
    // The panel tells how far it is.
    throw redirect(here(work.url))
  },
  async run(work) {
    const { api, resource, form, key } = work
    return started(work, await runImport(api, resource, idIn(form), key))
  },
  cancel: changing('cancel'),
  undo: changing('undo'),
} satisfies Intents
