import { offeredPanels } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { usesOf } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { definePanels, openRecord } from './definePanels.ts'
import type { ListPanels } from './definePanels.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { PastePanel } from './PastePanel.tsx'
import { recordIntents } from './recordIntents.ts'
import { RecordPanel } from './RecordPanel.tsx'
import { ReorderTable } from './ReorderTable.tsx'

const { create, edit, delete: remove, paste, reorder } = recordIntents

/** The panels that every list may have; its definition says which it offers (`offeredPanels`). */
const ofEveryList = definePanels({
  create: { button: null, Panel: RecordPanel, intents: { create }, load: null },
  edit: { button: null, Panel: RecordPanel, intents: { edit }, load: openRecord },
  delete: {
    button: null,
    Panel: DeletePanel,
    intents: { delete: remove },
    async load(work) {
      const { api, resource, id, signal } = work
      const uses = id === null ? [] : usesOf(api, resource, id, signal)
      const [record, found] = await Promise.all([openRecord(work), uses])
      return { record, uses: found }
    },
  },
  reorder: {
    button: messages.list.reorder,
    Panel: ReorderTable,
    intents: { reorder },
    load: null,
    instead: true,
  },
  paste: { button: messages.list.paste, Panel: PastePanel, intents: { paste }, load: null },
})

/** The panels of a list: those that its resource offers, then those of its screen alone. */
export function panelsOf(resource: Resource, more: ListPanels = {}): ListPanels {
  const offered = offeredPanels(resource)
  const own = Object.entries(ofEveryList).filter(([kind]) => offered.includes(kind))
  return { ...Object.fromEntries(own), ...more }
}
