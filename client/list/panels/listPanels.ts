import { getOfferedPanels } from '#shared/engine/panels.ts'
import { messages } from '#shared/messages.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { definePanels } from './definePanels.ts'
import type { ListPanels } from './definePanels.ts'

/**
 * Panels that every list may have, if its definition offers them. `failed` replaces one that
 * couldn't be loaded.
 */
export const commonPanels: ListPanels = {
  // Before the form, which may be in the same URL.
  ...definePanels(() => import('./historyPanel.tsx'), { history: { button: null } }),
  ...definePanels(() => import('../bulk/BulkPanel.tsx'), { bulk: { button: null } }),
  ...definePanels(() => import('../bulk/SelectedPanel.tsx'), {
    selected: { button: null, reads: true },
  }),
  ...definePanels(() => import('../views/ViewsPanel.tsx'), {
    views: { button: messages.list.views },
  }),
  ...definePanels(() => import('../storeLists/panels.tsx'), {
    stores: { button: null, reads: true },
  }),
  ...definePanels(() => import('./mergePanel.tsx'), { merge: { button: null } }),
  ...definePanels(() => import('./recordPanels.tsx'), {
    create: { button: null },
    edit: { button: null },
    delete: { button: null },
    reorder: { button: messages.list.reorder, instead: true },
    choose: { button: null },
    failed: { button: null },
    paste: { button: messages.list.paste },
    record: { button: null, reads: true },
  }),
  ...definePanels(() => import('../imports/panels.tsx'), {
    import: { button: messages.list.import },
  }),
}

/** Returns the panels of a list: those that its resource offers, then those of its screen only. */
export function getPanels(resource: Resource, more: ListPanels = {}): ListPanels {
  const offered = getOfferedPanels(resource)
  const own = Object.entries(commonPanels).filter(([kind]) => offered.includes(kind))
  return { ...Object.fromEntries(own), ...more }
}
