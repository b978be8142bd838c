import { messages } from '#shared/messages.ts'
import { createRecords } from '#shared/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { sizeRun } from '#shared/sizeRun.ts'
import { initialValues } from '#shared/validation.ts'
import { Refusal } from '#client/list/answerForm.ts'
import { listAction } from '#client/list/listAction.ts'
import type { Intent } from '#client/list/listAction.ts'

/** Creates the sizes of a run in one group. */
const run: Intent = async (api, resource, form, key) => {
  const group = String(form.get('group'))
  const sizesOfRun = sizeRun(String(form.get('from')), String(form.get('to')))
  if (sizesOfRun.length === 0) throw new Refusal({ to: messages.run.reversed })
  const records = sizesOfRun.map((size) => ({
    ...initialValues(resource),
    ...size,
    group,
    podSize: size.code,
  }))
  await createRecords(api, resource, records, key)
  return 'created'
}

/** The writes of the list of sizes, and generating a run. */
export const action = listAction(sizes, { run })
