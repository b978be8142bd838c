import '#client/signedIn.ts'
import { panelAddresses } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/resources/stores.ts'
import { themes } from '#shared/resources/themes.ts'
import { assignedThemes } from '#shared/themes/themeCalls.ts'
import { definePanels } from '#client/list/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/RowMenu.tsx'
import { Link } from '#client/ui/Link.tsx'
import { themesWords as say } from './words.ts'

const storesAt = ({ id }: AnyRecord) => `${stores.path}?filter[themeId][eq]=${id}`

/** How many stores wear a theme, as the way to see them. */
const storesOf = (theme: AnyRecord) => (
  <Link
    to={storesAt(theme)}
    aria-label={say.storesOf(Number(theme['stores']), labelOf(themes, theme))}
  >
    {String(theme['stores'])}
  </Link>
)

function rowActions(theme: AnyRecord, view: ListView) {
  const at = panelAddresses(themes, view)
  return (
    <RowMenu
      label={say.more(labelOf(themes, theme))}
      entries={[
        [say.stores, storesAt(theme)],
        [say.assign, at('assign', theme.id), assignedThemes, 'write'],
        [say.delete, at('delete', theme.id), themes, 'delete'],
      ]}
    />
  )
}

/** Themes: the generic list, from which stores are given one, and looked at (screens.md, Themes). */
export const { loader, action, Component, panels } = plainScreen(
  themes,
  { cells: { stores: storesOf }, rowActions },
  definePanels(() => import('./panels.tsx'), { assign: { button: null, of: assignedThemes } }),
)
