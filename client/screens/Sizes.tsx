import { messages } from '#shared/messages.ts'
import { sizes } from '#shared/resources/sizes.ts'
import type { ListProps } from '../list/listProps.ts'
import { listLoader } from '../list/listLoader.ts'
import { ResourceList } from '../list/ResourceList.tsx'
import { sizesPanels } from './sizes/sizesPanels.ts'

export const loader = listLoader(sizes, ['run'])

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export function Component() {
  return (
    <ResourceList
      resource={sizes}
      more={{ run: { button: messages.run.button, render: renderRun } }}
    />
  )
}

function renderRun(props: ListProps) {
  const { SizeRunPanel } = sizesPanels.get()
  return <SizeRunPanel {...props} />
}
