import '#client/signedIn.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import { messages } from '#shared/messages.ts'
import { createRecords } from '#shared/engine/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { sizeRun } from './sizeRun.ts'
import { initialValues } from '#shared/engine/validation.ts'
import { Refusal, refusedRows } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { definePanels } from '#client/list/definePanels.ts'
import { listAction } from '#client/list/listAction.ts'
import { listLoader } from '#client/list/listLoader.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { existingLetters } from './existingLetters.ts'
import { SizeRunPanel } from './SizeRunPanel.tsx'

/** Creates the sizes of a run in one group that are not there yet. */
const run: Intent = async ({ api, resource, form, key }) => {
  const group = String(form.get('group'))
  const sizesOfRun = sizeRun(String(form.get('from')), String(form.get('to')))
  if (sizesOfRun.length === 0) throw new Refusal({ to: messages.run.reversed })
  const existing = await existingLetters(api)
  const missing = sizesOfRun.filter(({ code }) => !existing[group]?.includes(code))
  if (missing.length === 0) throw new Refusal({ group: messages.run.allThere })
  const records = missing.map((size) => ({
    ...initialValues(resource),
    ...size,
    group,
    podSize: size.code,
  }))
  const created = await createRecords(api, resource, records, key).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.problem.rows)) throw error
    // By its code: which of the run were sent is not known to the page any more.
    const named = ({ line, error: why }: { line: number; error: string }) =>
      messages.run.size(missing[line - 1]?.code ?? '', why)
    const rows = refusedRows(error.problem.rows)
    throw new Refusal({}, { rows: rows.map((row) => ({ ...row, error: named(row) })) })
  })
  return { created }
}

const panels = definePanels({
  run: {
    button: messages.run.button,
    Panel: SizeRunPanel,
    intents: { run },
    load: ({ api, signal }) => existingLetters(api, signal),
  },
})

export const loader = listLoader(sizes, panels)
export const action = listAction(sizes, panels)

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export function Component() {
  return <ResourceList resource={sizes} more={panels} />
}
