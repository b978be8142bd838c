import '#client/signedIn.ts'
import { messages } from '#shared/messages.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { definePanels } from '#client/list/definePanels.ts'
import { listAction } from '#client/list/listAction.ts'
import { listLoader } from '#client/list/listLoader.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'

const panels = definePanels({
  run: {
    button: messages.run.button,
    code: async () => (await import('./SizeRunPanel.tsx')).sizeRunPanel,
  },
})

export const loader = listLoader(sizes, panels)
export const action = listAction(sizes, panels)

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export function Component() {
  return <ResourceList resource={sizes} more={panels} />
}
