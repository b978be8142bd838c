import { getOfferedPanels } from '#shared/engine/panels.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { commentsPart } from '../comments/commentsPart.ts'
import { listTools } from '../listTools.ts'
import { recordPanels } from './recordPanels.tsx'
import type { ListPanels } from './definePanels.ts'

/**
 * Panels that every list may have, if its definition offers them. `failed` replaces one whose data
 * couldn't be loaded.
 */
export const commonPanels: ListPanels = {
  // Before the form, which may be in the same URL.
  history: { part: listTools },
  comments: { part: commentsPart, reads: true },
  bulk: { part: listTools },
  views: { part: listTools, button: messages.list.views },
  sorting: { part: listTools, button: messages.list.sort, reads: true },
  stores: { part: listTools, reads: true },
  merge: { part: listTools },
  create: recordPanels.create,
  edit: recordPanels.edit,
  delete: recordPanels.delete,
  reorder: { part: listTools, button: messages.list.reorder, instead: true },
  choose: { part: listTools },
  filters: { part: listTools, reads: true },
  lookup: { part: listTools, reads: true },
  failed: recordPanels.failed,
  paste: { part: listTools, button: messages.list.paste },
  record: recordPanels.record,
  import: { part: listTools, button: messages.list.import },
}

/** Creates the import or paste panel of a list whose lines go to another resource. */
export const createLinesPanel = (of: Resource, button: string) => ({ part: listTools, of, button })

/** Returns the panels of a list: those that its resource offers, then those of its screen only. */
export function getPanels(resource: Resource, more: ListPanels = {}): ListPanels {
  const offered = getOfferedPanels(resource)
  const own = Object.entries(commonPanels).filter(([kind]) => offered.includes(kind))
  return { ...Object.fromEntries(own), ...more }
}
