import '../signedIn.ts'
import { messages } from '#shared/messages.ts'
import { createRecords } from '#shared/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { sizeRun } from '#shared/sizeRun.ts'
import { initialValues } from '#shared/validation.ts'
import { Refusal } from '../list/answerForm.ts'
import { listAction } from '../list/listAction.ts'
import type { Intent } from '../list/listAction.ts'
import type { ListProps } from '../list/listProps.ts'
import { listLoader } from '../list/listLoader.ts'
import { ResourceList } from '../list/ResourceList.tsx'
import { SizeRunPanel } from './sizes/SizeRunPanel.tsx'

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

export const loader = listLoader(sizes, ['run'])
export const action = listAction(sizes, { run })

const panels = {
  run: {
    button: messages.run.button,
    render: (props: ListProps) => <SizeRunPanel {...props} />,
  },
}

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export function Component() {
  return <ResourceList resource={sizes} more={panels} />
}
