import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { status, statusEntries, statusWays } from './status.ts'
import { trainingWords as say } from './words.ts'

function rowActions(content: AnyRecord, view: ListView, here: Resource) {
  const at = panelAddresses(here, view)
  return (
    <RowMenu
      label={say.more(String(content['title']))}
      entries={[
        [say.preview, at('preview', content.id)],
        ...statusEntries(here, content, at),
        [say.duplicate, at('duplicate', content.id), here, 'write'],
        [say.delete, at('delete', content.id), here, 'delete'],
      ]}
    />
  )
}

/** Training content of a category: the generic list, with what members see, publishing and duplicates (screens.md, Training). */
export const { loader, action, Component, panels } = plainScreen(
  trainingContent,
  { cells: { status }, rowActions },
  definePanels(() => import('./contentPanels.tsx'), {
    ...statusWays,
    duplicate: { button: null },
    preview: { button: null, reads: true, params: ['answer', 'handedIn'] },
  }),
)
