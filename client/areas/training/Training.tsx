import '#client/frame/signedIn.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { Link } from '#client/ui/Link.tsx'
import { status, statusEntries, statusWays } from './status.ts'
import { trainingWords as say } from './words.ts'

const contentAt = ({ id }: AnyRecord) => `/training/${id}/content`

function contents(category: AnyRecord) {
  const count = Number(category['contents'] ?? 0)
  return (
    <Link to={contentAt(category)} aria-label={say.contents(count, String(category['title']))}>
      {formatNumber(count)}
    </Link>
  )
}

function rowActions(category: AnyRecord, view: ListView) {
  const at = panelAddresses(trainingCategories, view)
  return (
    <RowMenu
      label={say.more(String(category['title']))}
      entries={[
        [say.open, contentAt(category)],
        [say.completion, at('completion', category.id)],
        ...statusEntries(trainingCategories, category, at),
        [say.duplicate, at('duplicate', category.id), trainingCategories, 'write'],
        [say.delete, at('delete', category.id), trainingCategories, 'delete'],
      ]}
    />
  )
}

/** Training categories: the generic list, with completion by store, publishing and duplicates (screens.md, Training). */
export const { loader, action, Component, panels } = plainScreen(
  trainingCategories,
  { cells: { contents, status }, rowActions },
  definePanels(() => import('./panels.tsx'), {
    ...statusWays,
    duplicate: { button: null },
    completion: { button: null, reads: true },
  }),
)
